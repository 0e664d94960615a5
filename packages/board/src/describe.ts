import type { GameInfo, Reach, View } from "@entourage/rules";
import { namePiece, type Names } from "./names";
import type { BoardWords } from "./words";
import { saysTouch, touches } from "./felt";
import { safetyOf } from "./safety";
import type { Target } from "./selection";

/** What the spoken label of a square depends on. */
export interface Seen {
  info: GameInfo;
  view: View;
  /** Whether the position shown is the one in play. */
  live: boolean;
  selected: readonly string[];
  targets: ReadonlyMap<string, Target>;
  last: readonly string[];
  /** Where pieces stand that the last move changed from elsewhere. */
  changed?: readonly string[];
  blamed: readonly string[];
  names: Names;
  /** Who attacks what, where the rules tell. */
  reach?: Reach | null;
}

/** What stands on the squares of a board and what is at work there, which stays the same while pieces are pressed on it. */
export function standingOn({ info, view, names, reach = null }: Pick<Seen, "info" | "view" | "names" | "reach">, words: BoardWords): ReadonlyMap<string, readonly string[]> {
  const pieces = new Map(view.pieces.map((piece) => [piece.square, piece]));
  const named = (square: string) => {
    const kind = info.kinds[pieces.get(square)?.kind ?? -1]?.name;
    return kind === undefined ? names.square(square) : `${kind} ${names.square(square)}`;
  };
  const told = view.pieces.map((piece) => {
    const { square } = piece;
    const parts = [namePiece(piece, info, words), ...touches(view, info, square).map((touch) => inside(saysTouch(touch, named)))];
    const safety = safetyOf(reach, square);
    if (safety && safety.captors.length > 0) parts.push(inside(safety.sentence.replace(/\.$/, "")));
    return [square, parts] as const;
  });
  return new Map(told);
}

/** Makes the function that says everything a square shows; `standing` is what stands on the squares of this board. */
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

/** Writes a sentence as a part of another. */
const inside = (sentence: string) => sentence.charAt(0).toLocaleLowerCase() + sentence.slice(1);
