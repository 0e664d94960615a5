import type { CardInfo, DefinedGame, GameInfo } from "@entourage/rules";

export type Difficulty = "easy" | "medium" | "hard";

/** What is known of a game before its rules are loaded: enough to show its box and start a game. */
export interface Box extends Pick<GameInfo, "id" | "name" | "tagline" | "hue" | "sides" | "options" | "levels"> {
  /** The cards that players choose before the game, if any. */
  catalogue: { picks: number; cards: Pick<CardInfo, "code" | "name">[] } | null;
  /** Cover image drawn by the server, for games whose rules are loaded on demand. */
  picture?: string;
  /** How hard the game is to learn, if known. */
  difficulty?: Difficulty;
  /** Moves from the start that the cover shows, for games whose rules are loaded on demand. */
  moves?: readonly string[];
  /** The size of the board. */
  size: { outline: "square" | "hexagon"; squares: number; columns: number; rows: number };
}

/** Describes the size of a board: by its sides for a full rectangle of squares, otherwise by the number of squares. */
export function sizeOf({ outline, squares, columns, rows }: Box["size"], t: { hexes: (count: number) => string; squares: (count: string) => string }): string {
  if (outline === "hexagon") return t.hexes(squares);
  return t.squares(columns * rows === squares ? `${columns} × ${rows}` : String(squares));
}

/** Returns the box of a game definition. */
export function boxOf({ texts: _, credits: __, cover, ...known }: DefinedGame): Box {
  const drawn = new URLSearchParams({ game: known.id, position: cover, bare: "true" });
  return { ...known, picture: `/board.svg?${drawn}` };
}
