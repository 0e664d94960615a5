import type { GameInfo, RelationInfo, View } from "@entourage/rules";

/** A power that a piece feels or exerts, with all that it comes from, or touches. */
export interface Touch {
  kind: RelationInfo;
  felt: boolean;
  /** The squares at the other end. */
  squares: string[];
}

/** Gathers the powers that touch the piece on a square, those that it feels first. */
export function touches(view: Pick<View, "relations">, info: GameInfo, square: string): Touch[] {
  const gathered = (felt: boolean) =>
    info.relations.flatMap((kind) => {
      const ends = view.relations.filter((one) => one.kind === kind.code && (felt ? one.to : one.from) === square);
      const squares = ends.map((one) => (felt ? one.from : one.to));
      return squares.length > 0 ? [{ kind, felt, squares }] : [];
    });
  const felt = gathered(true);
  // What both do to each other is told once.
  const mutual = ({ kind }: Touch) => kind.felt === kind.exerted && felt.some((one) => one.kind === kind);
  return [...felt, ...gathered(false).filter((one) => !mutual(one))];
}

/** Says of a piece what touches it, without a stop. */
export function saysTouch({ kind, felt, squares }: Touch, name: (square: string) => string): string {
  const sentence = (felt ? kind.felt : kind.exerted).replace("{}", squares.map(name).join(", "));
  return sentence.replace(/\.$/, "");
}
