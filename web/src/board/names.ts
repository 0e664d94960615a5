import type { BoardInfo, GameInfo, Side } from "../api/types";
import { layOut, type Layout } from "./geometry";

/** Whose labels and coordinates a person reads and types. */
export type Notation = "ours" | "courier";

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

/** Lays a board out with its coordinates beside it or, if `compact`, inside its squares; without them it needs no margin either. */
export function layOutNamed(board: BoardInfo, flipped: boolean, compact: boolean, coordinates: boolean): Layout {
  return coordinates ? layOut(board, flipped, compact) : layOut({ ...board, labels: [] }, flipped, true);
}
