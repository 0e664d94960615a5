import type { GameInfo, Reach, View } from "@entourage/rules";
import { namePiece, type Names } from "./names";
import type { BoardWords } from "./words";
import { describePower, powersOf } from "./powersOf";
import { safetyOf } from "./safety";
import type { Target } from "./selection";

/** The data behind the accessible name of a square. */
export interface Seen {
  info: GameInfo;
  view: View;
  /** Whether the position shown is the current one. */
  live: boolean;
  selected: readonly string[];
  targets: ReadonlyMap<string, Target>;
  last: readonly string[];
  /** Squares of pieces that the last move changed from a distance. */
  changed?: readonly string[];
  blamed: readonly string[];
  names: Names;
  /** Attacks, if the rules provide them. */
  reach?: Reach | null;
}

/** Describes the pieces and active powers of a board; the result stays valid while the user selects pieces. */
export function standingOn({ info, view, names, reach = null }: Pick<Seen, "info" | "view" | "names" | "reach">, words: BoardWords): ReadonlyMap<string, readonly string[]> {
  const pieces = new Map(view.pieces.map((piece) => [piece.square, piece]));
  const named = (square: string) => {
    const kind = info.kinds[pieces.get(square)?.kind ?? -1]?.name;
    return kind === undefined ? names.square(square) : `${kind} ${names.square(square)}`;
  };
  const told = view.pieces.map((piece) => {
    const { square } = piece;
    const parts = [namePiece(piece, info, words), ...powersOf(view, info, square).map((touch) => inside(describePower(touch, named)))];
    const safety = safetyOf(reach, square);
    if (safety && safety.captors.length > 0) parts.push(inside(safety.sentence.replace(/\.$/, "")));
    return [square, parts] as const;
  });
  return new Map(told);
}

/** Returns a function that describes a square in full; `standing` is the result of `standingOn` for this board. */
export function describer(seen: Seen, words: BoardWords, standing = standingOn(seen, words)): (square: string) => string {
  const { view, live, selected, targets, last, changed = [], blamed, names } = seen;
  const sides = new Map(view.pieces.map((piece) => [piece.square, piece.side]));
  const counts = new Map<string, number>();
  for (const move of view.moves) {
    const first = move.squares[0];
    if (first !== undefined) counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  return (square) => {
    const parts = [names.square(square), ...(standing.get(square) ?? [words.empty])];
    const target = targets.get(square);
    if (selected.includes(square)) parts.push(words.selected);
    if (target) parts.push(words.targetOf([...target.manners].map((manner) => words.manners[manner]).join(", ")));
    else if (live && sides.get(square) === view.side && !view.ended) {
      const count = counts.get(square) ?? 0;
      parts.push(count > 0 ? words.canMove(count) : words.cannotMove);
    }
    for (const { name, squares } of view.traces ?? []) if (squares.includes(square)) parts.push(name);
    if (view.alertSquares.includes(square)) parts.push(words.threatened);
    if (blamed.includes(square)) parts.push(words.responsible);
    if (last.includes(square)) parts.push(words.lastMove);
    if (changed.includes(square)) parts.push(words.changedByLastMove);
    return parts.join(", ");
  };
}

/** Lower-cases the first letter, for use within a sentence. */
const inside = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);
