import type { Kind, MoveRecord, PieceView, Side } from "@entourage/rules";

/** A piece that was taken off the board. */
export interface Taken {
  kind: number;
  side: Side;
}

/** Lists what a side has lost in so many moves, the latest last: what was taken off the board, less what was put back. */
export function lostBy(side: Side, record: readonly MoveRecord[], shown: number): Taken[] {
  const lost: Taken[] = [];
  for (const move of record.slice(0, shown)) {
    // What leaves the board and comes back in one move is not lost, whichever is told first.
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

/** Tells by how much a side's pieces are worth more than the other's, in pieces of the smallest kind; 0 where they are not. */
export function lead(pieces: readonly Pick<PieceView, "kind" | "side">[], kinds: readonly Pick<Kind, "worth">[], side: Side): number {
  const worth = pieces.reduce((sum, piece) => sum + (piece.side === side ? 1 : -1) * (kinds[piece.kind]?.worth ?? 0), 0);
  return Math.max(0, Math.round(worth / 100));
}
