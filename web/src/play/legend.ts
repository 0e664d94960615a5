import type { Aura, GameInfo, View } from "@entourage/rules";
import type { Names } from "@entourage/board/names";

/** One kind of power at work: its light, and a sentence for each piece that exerts it. */
export interface LegendLine {
  code: string;
  aura: Aura;
  sentences: string[];
}

/** Gathers the powers at work in a position, kind by kind, as the game lists them. */
export function legend(info: GameInfo, view: Pick<View, "relations" | "pieces">, names: Names): LegendLine[] {
  const pieces = new Map(view.pieces.map((piece) => [piece.square, piece]));
  const name = (square: string) => {
    const kind = info.kinds[pieces.get(square)?.kind ?? -1]?.name;
    return kind === undefined ? names.square(square) : `${kind} ${names.square(square)}`;
  };
  return info.relations.flatMap(({ code, aura, exerted, felt }) => {
    const touched = new Map<string, string[]>();
    for (const { kind, from, to } of view.relations) {
      // What both do to each other is told of the first alone.
      if (kind !== code || (felt === exerted && touched.get(to)?.includes(from))) continue;
      touched.set(from, [...(touched.get(from) ?? []), to]);
    }
    const sentences = [...touched].map(([from, to]) => `${name(from)} — ${exerted.replace("{}", to.map(name).join(", "))}`);
    return sentences.length > 0 ? [{ code, aura, sentences }] : [];
  });
}
