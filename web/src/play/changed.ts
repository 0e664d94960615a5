import type { MoveRecord } from "@entourage/rules";

/** Lists squares of pieces that a move has changed from a distance, such as pieces that changed sides. */
export function changedBy(move: Pick<MoveRecord, "effects" | "legs"> | undefined): string[] {
  if (!move) return [];
  const ends = [move.legs[0], move.legs.at(-1)];
  const changed = move.effects.flatMap((effect) => (effect.type === "transform" && !ends.includes(effect.square) ? [effect.square] : []));
  return [...new Set(changed)];
}
