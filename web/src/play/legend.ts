import type { Aura, GameInfo, View } from "@entourage/rules";
import type { Names } from "@entourage/board/names";

/** A type of active power: its aura, and a sentence for each piece that exerts it. */
export interface LegendLine {
  code: string;
  aura: Aura;
  sentences: string[];
}

/** Groups the active powers of a position by type, in the game's order. */
export function legend(info: GameInfo, view: Pick<View, "relations" | "pieces">, names: Names): LegendLine[] {
  const pieces = new Map(view.pieces.map((piece) => [piece.square, piece]));
  const name = (square: string) => {
    const kind = info.kinds[pieces.get(square)?.kind ?? -1]?.name;
    return kind === undefined ? names.square(square) : `${kind} ${names.square(square)}`;
  };
  return info.relations.flatMap(({ code, aura, exerted, felt }) => {
    const touched = new Map<string, string[]>();
    for (const { kind, from, to } of view.relations) {
      // A mutual power is listed once.
      if (kind !== code || (felt === exerted && touched.get(to)?.includes(from))) continue;
      touched.set(from, [...(touched.get(from) ?? []), to]);
    }
    const sentences = [...touched].map(([from, to]) => `${name(from)} — ${exerted.replace("{}", to.map(name).join(", "))}`);
    return sentences.length > 0 ? [{ code, aura, sentences }] : [];
  });
}
