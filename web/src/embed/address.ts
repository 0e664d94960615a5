import { coloursOf } from "@entourage/board/theme";
import type { Door } from "../api/live";

/** What an address of the embedded viewer says: which game, and how it is shown. */
export interface Address {
  /** `null` where no game is named. */
  door: Door | null;
  /** The choices for what it looks like, by the names of the settings, unread. */
  look: Record<string, unknown>;
  flipped: boolean;
}

/**
 * Reads `/embed/NAME` for a public game, or `/embed#KEY`: a key never stands in a path or a query, which reach logs.
 *
 * The query says how the game is shown, in the words of pictures of positions: `theme`, `pieces`, `notation`, `flip`, `bare`, `lang`.
 */
export function readAddress({ pathname, search, hash }: Pick<Location, "pathname" | "search" | "hash">): Address {
  const name = /^\/embed\/([a-z2-7]{26})$/i.exec(pathname)?.[1];
  const key = /^#([a-z2-7]{26})$/i.exec(hash)?.[1];
  const { theme, lang, flip, bare, pieces, notation } = Object.fromEntries(new URLSearchParams(search));
  return {
    door: name !== undefined ? { public: name } : key !== undefined ? { key } : null,
    look: { ...coloursOf(theme), language: lang, pieces, notation, coordinates: bare !== "true" },
    flipped: flip === "true",
  };
}
