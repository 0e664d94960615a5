import type { BoardInfo, GameInfo, Notation, PieceView, Side } from "@entourage/rules";
import type { Layout } from "./geometry";
import { layOut, onItsSide } from "./layout";
import type { BoardWords } from "./words";

/** Names squares and pieces in a notation. */
export interface Names {
  square(name: string): string;
  label(kind: number, side: Side): string;
  /** The board with what stands beside it. */
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

/** Names a piece in full, its marks included. */
export function namePiece(piece: PieceView, info: GameInfo, words: Pick<BoardWords, "pieceName">): string {
  const kind = info.kinds[piece.kind]?.name ?? "";
  const name = words.pieceName(kind, info.sides[piece.side - 1] ?? "");
  const marks = piece.marks.map((code) => info.marks.find((mark) => mark.code === code)?.name ?? code);
  // A mark that only says what the name says needs no second saying.
  const telling = marks.filter((mark) => mark !== kind);
  return telling.length > 0 ? `${name} (${telling.join(", ")})` : name;
}

/** Lays a board out with its coordinates or without; `compact` where there is little room, `lying` on its side, `slim` where there is no more than the squares need. */
export function layOutNamed(board: BoardInfo, flipped: boolean, compact: boolean, coordinates: boolean, lying = false, slim = false): Layout {
  const upright = layOut(board, flipped, compact, !coordinates, slim);
  return lying ? onItsSide(upright) : upright;
}
