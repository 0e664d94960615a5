import type { BoardInfo } from "@entourage/rules";

/** Distance of a jump over a neighbour in squares, plus a margin for slanted boards. */
const JUMP = 2.1;

/** Returns whether a single leg is longer than a jump over a neighbour. */
export function isLongMove(board: BoardInfo, legs: readonly string[]): boolean {
  const [from, to] = [legs[0], legs[1]].map((name) => board.squares.find((square) => square.name === name));
  return legs.length === 2 && from !== undefined && to !== undefined && Math.hypot(to.x - from.x, to.y - from.y) > JUMP;
}
