import type { MoveRecord } from "@entourage/rules";

/** A row in the list of moves: what both sides did, one after the other. */
export interface Round {
  /** None where a player's turn of several plies goes on. */
  number: number | null;
  cells: [MoveRecord | null, MoveRecord | null];
}

/** Puts moves into rows, which are numbered as players count them. */
export function rounds(record: readonly MoveRecord[]): Round[] {
  const found: Round[] = [];
  let turns = 0;
  let before: MoveRecord | undefined;
  for (const move of record) {
    const round = found.at(-1);
    const goesOn = before?.side === move.side;
    if (move.side === 2 && round && round.cells[1] === null) round.cells[1] = move;
    else found.push({ number: goesOn ? null : ++turns, cells: move.side === 1 ? [move, null] : [null, move] });
    before = move;
  }
  return found;
}

/** Returns the number under which a move stands in the list, by its ply. */
export function numberOf(record: readonly MoveRecord[], ply: number): number {
  let number = 0;
  for (const round of rounds(record)) {
    number = round.number ?? number;
    if (round.cells.some((move) => move?.ply === ply)) break;
  }
  return number;
}
