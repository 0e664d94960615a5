import type { GameInfo, View } from "../api/types.generated";
import { namePiece, type Names } from "../board/names";
import type { Strings } from "../language/en";
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
  blamed: readonly string[];
  names: Names;
}

/** Makes the function that says everything a square shows. */
export function describer(seen: Seen, words: Strings): (square: string) => string {
  const { info, view, live, selected, targets, last, blamed, names } = seen;
  const pieces = new Map(view.pieces.map((piece) => [piece.square, piece]));
  const counts = new Map<string, number>();
  for (const move of view.moves) {
    const first = move.squares[0];
    if (first !== undefined) counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  return (square) => {
    const piece = pieces.get(square);
    const parts = [names.square(square), piece ? namePiece(piece, info, words) : words.empty];
    const target = targets.get(square);
    if (selected.includes(square)) parts.push(words.selected);
    if (target) parts.push(words.targetOf([...target.manners].map((manner) => words.manners[manner]).join(", ")));
    else if (live && piece?.side === view.side && !view.ended) {
      const count = counts.get(square) ?? 0;
      parts.push(count > 0 ? words.canMove(count) : words.cannotMove);
    }
    if (view.alertSquares.includes(square)) parts.push(words.threatened);
    if (blamed.includes(square)) parts.push(words.responsible);
    if (last.includes(square)) parts.push(words.lastMove);
    return parts.join(", ");
  };
}
