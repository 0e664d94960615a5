import type { Draft, PieceView, Side } from "@entourage/rules";

/** A piece of the palette. */
export interface PaletteChoice {
  kind: number;
  side: Side;
}

/** Places a piece on a square, or removes it if the same piece is there. */
export function put(draft: Draft, square: string, { kind, side }: PaletteChoice): Draft {
  const before = draft.pieces.find((piece) => piece.square === square);
  const others = draft.pieces.filter((piece) => piece !== before);
  const same = before?.kind === kind && before.side === side;
  return { ...draft, pieces: same ? others : [...others, { square, kind, side }] };
}

export function remove(draft: Draft, square: string): Draft {
  return { ...draft, pieces: draft.pieces.filter((piece) => piece.square !== square) };
}

/** Moves a piece to a square, replacing any piece there. */
export function move(draft: Draft, from: string, to: string): Draft {
  const moved = draft.pieces.find((piece) => piece.square === from);
  if (!moved || from === to) return draft;
  const others = draft.pieces.filter((piece) => piece !== moved && piece.square !== to);
  return { ...draft, pieces: [...others, { ...moved, square: to }] };
}

/** Removes all pieces and resets the other fields of the position. */
export function clear(draft: Draft, plain: readonly string[]): Draft {
  return { ...draft, pieces: [], words: [...plain] };
}

/** Returns the pieces of a draft for drawing. */
export function drawn(draft: Draft | null): PieceView[] {
  return (draft?.pieces ?? []).map((piece) => ({ ...piece, marks: [], powers: [] }));
}
