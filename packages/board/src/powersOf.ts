import type { GameInfo, RelationInfo, View } from "@entourage/rules";

/** A power that a piece is affected by or exerts, with the pieces at the other end. */
export interface Touch {
  kind: RelationInfo;
  felt: boolean;
  squares: string[];
}

/** Lists the powers that involve the piece on a square; those that affect it come first. */
export function powersOf(view: Pick<View, "relations">, info: GameInfo, square: string): Touch[] {
  const gathered = (felt: boolean) =>
    info.relations.flatMap((kind) => {
      const ends = view.relations.filter((one) => one.kind === kind.code && (felt ? one.to : one.from) === square);
      const squares = ends.map((one) => (felt ? one.from : one.to));
      return squares.length > 0 ? [{ kind, felt, squares }] : [];
    });
  const felt = gathered(true);
  // A mutual power is listed once.
  const mutual = ({ kind }: Touch) => kind.felt === kind.exerted && felt.some((one) => one.kind === kind);
  return [...felt, ...gathered(false).filter((one) => !mutual(one))];
}

/** Describes a power that involves a piece, without a full stop at the end. */
export function describePower({ kind, felt, squares }: Touch, name: (square: string) => string): string {
  const sentence = (felt ? kind.felt : kind.exerted).replace("{}", squares.map(name).join(", "));
  return sentence.replace(/\.$/, "");
}
