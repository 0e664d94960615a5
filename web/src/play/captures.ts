import type { Kind, MoveRecord, PieceView, Side } from "@entourage/rules";

/** A captured piece. */
export interface Taken {
  kind: number;
  side: Side;
}

/** Lists the pieces a side has lost after a number of moves, latest last: removed pieces minus those put back. */
export function lostBy(side: Side, record: readonly MoveRecord[], shown: number): Taken[] {
  const lost: Taken[] = [];
  for (const move of record.slice(0, shown)) {
    // A piece that leaves and returns within one move is not lost, in whatever order the effects come.
    for (const effect of move.effects) {
      if (effect.type === "remove" && effect.side === side) lost.push({ kind: effect.kind, side });
    }
    for (const effect of move.effects) {
      if (effect.type !== "place" || effect.side !== side) continue;
      const back = lost.findLastIndex((taken) => taken.kind === effect.kind);
      if (back >= 0) lost.splice(back, 1);
    }
  }
  return lost;
}

/** Returns a side's material lead in units of the least valuable piece; 0 if it has none. */
export function lead(pieces: readonly Pick<PieceView, "kind" | "side">[], kinds: readonly Pick<Kind, "worth">[], side: Side): number {
  const worth = pieces.reduce((sum, piece) => sum + (piece.side === side ? 1 : -1) * (kinds[piece.kind]?.worth ?? 0), 0);
  return Math.max(0, Math.round(worth / 100));
}
