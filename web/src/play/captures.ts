import type { MoveRecord, Side } from "../api/types.generated";

/** A piece that was taken off the board. */
export interface Taken {
  kind: number;
  side: Side;
}

/** Lists what a side has lost in so many moves, the latest last: what was taken off the board, less what was put back. */
export function lostBy(side: Side, record: readonly MoveRecord[], shown: number): Taken[] {
  const lost: Taken[] = [];
  for (const move of record.slice(0, shown)) {
    for (const effect of move.effects) {
      if ((effect.type !== "remove" && effect.type !== "place") || effect.side !== side) continue;
      if (effect.type === "remove") lost.push({ kind: effect.kind, side });
      else {
        const back = lost.findLastIndex((taken) => taken.kind === effect.kind);
        if (back >= 0) lost.splice(back, 1);
      }
    }
  }
  return lost;
}
