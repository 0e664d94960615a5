import { coloursOf } from "@entourage/board/theme";
import type { Door } from "../api/live";

/** A parsed address of the embedded viewer: the game and its look. */
export interface Address {
  /** `null` if there is no game. */
  door: Door | null;
  /** Raw values of the look, by names of settings. */
  look: Record<string, unknown>;
  flipped: boolean;
}

/**
 * Parses `/embed/NAME` for a public game or `/embed#KEY`: a key is never in a path or query, because those are logged. The query has the parameters
 * of position images: `theme`, `pieces`, `notation`, `flip`, `bare`, `lang`.
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
