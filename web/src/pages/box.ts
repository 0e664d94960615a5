import type { CardInfo, DefinedGame, GameInfo } from "@entourage/rules";

/** What is known of a game before its rules are here: what a new game is asked for by, and what stands on the game's box. */
export interface Box extends Pick<GameInfo, "id" | "name" | "tagline" | "hue" | "sides" | "options" | "levels"> {
  /** What players choose from before the game, if anything. */
  catalogue: { picks: number; cards: Pick<CardInfo, "code" | "name">[] } | null;
  /** What its cover shows, drawn by the server, where the rules are fetched only once the game is chosen. */
  picture?: string;
  /** How large its board is. */
  size: { outline: "square" | "hexagon"; squares: number; columns: number; rows: number };
}

/** Says how large a board is: by its sides where it is a whole rectangle of squares, else by their number. */
export function sizeOf({ outline, squares, columns, rows }: Box["size"], t: { hexes: (count: number) => string; squares: (count: string) => string }): string {
  if (outline === "hexagon") return t.hexes(squares);
  return t.squares(columns * rows === squares ? `${columns} × ${rows}` : String(squares));
}

/** Makes the box of a game that is written as text. */
export function boxOf({ texts: _, credits: __, cover, ...known }: DefinedGame): Box {
  const drawn = new URLSearchParams({ game: known.id, position: cover, bare: "true" });
  return { ...known, picture: `/board.svg?${drawn}` };
}
