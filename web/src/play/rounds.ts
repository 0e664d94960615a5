import type { MoveRecord } from "@entourage/rules";

/** A row of the move list: a move of each side. */
export interface Round {
  /** `null` if the row continues a player's turn of several plies. */
  number: number | null;
  cells: [MoveRecord | null, MoveRecord | null];
}

/** Groups moves into numbered rows. */
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

/** Returns the number of a move in the list, by its ply. */
export function numberOf(record: readonly MoveRecord[], ply: number): number {
  let number = 0;
  for (const round of rounds(record)) {
    number = round.number ?? number;
    if (round.cells.some((move) => move?.ply === ply)) break;
  }
  return number;
}
