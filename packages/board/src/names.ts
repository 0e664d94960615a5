import type { BoardInfo, GameInfo, Notation, PieceView, Side } from "@entourage/rules";
import type { Layout } from "./geometry";
import { layOut, onItsSide } from "./layout";
import type { BoardWords } from "./words";

/** Names of squares and pieces in a notation. */
export interface Names {
  square(name: string): string;
  label(kind: number, side: Side): string;
  /** The board with its labels. */
  board: BoardInfo;
}

/** Returns the names of a game's squares and pieces in a notation. */
export function namesOf(info: GameInfo, notation: Notation): Names {
  const { labels, coordinates, beside } = info.courier;
  if (notation === "ours") {
    return { square: (name) => name, label: (kind, side) => info.kinds[kind]?.letters[side - 1] ?? "", board: info.board };
  }
  const known = new Map(coordinates?.map((coordinate, i) => [info.board.squares[i]?.name, coordinate]));
  return {
    square: (name) => known.get(name) ?? name,
    label: (kind, side) => labels[side - 1]?.[kind] ?? "",
    board: beside ? { ...info.board, labels: info.board.labels.map((label, i) => ({ ...label, text: beside[i] ?? label.text })) } : info.board,
  };
}

/** Returns the full name of a piece, including its marks. */
export function namePiece(piece: PieceView, info: GameInfo, words: Pick<BoardWords, "pieceName">): string {
  const kind = info.kinds[piece.kind]?.name ?? "";
  const name = words.pieceName(kind, info.sides[piece.side - 1] ?? "");
  const marks = piece.marks.map((code) => info.marks.find((mark) => mark.code === code)?.name ?? code);
  // A mark that repeats the name is omitted.
  const telling = marks.filter((mark) => mark !== kind);
  return telling.length > 0 ? `${name} (${telling.join(", ")})` : name;
}

/** Computes a board's layout with or without coordinates: `compact` for small boards, `lying` for a quarter turn, `slim` for the narrowest rim. */
export function layOutNamed(board: BoardInfo, flipped: boolean, compact: boolean, coordinates: boolean, lying = false, slim = false): Layout {
  const upright = layOut(board, flipped, compact, !coordinates, slim);
  return lying ? onItsSide(upright) : upright;
}
