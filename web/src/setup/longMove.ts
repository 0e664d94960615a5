import type { BoardInfo } from "@entourage/rules";

/** What is farther than a jump over a neighbour, in squares; a little more, since boards may lie askew. */
const JUMP = 2.1;

/** Tells whether a way goes farther at once than a jump over a neighbour does. */
export function isLongMove(board: BoardInfo, legs: readonly string[]): boolean {
  const [from, to] = [legs[0], legs[1]].map((name) => board.squares.find((square) => square.name === name));
  return legs.length === 2 && from !== undefined && to !== undefined && Math.hypot(to.x - from.x, to.y - from.y) > JUMP;
}
