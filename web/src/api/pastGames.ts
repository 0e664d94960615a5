import type { FinishedList, Opening, WatchedList } from "@entourage/rules";
import type { Locale } from "./locale";
import { call } from "./server";

/** Filters of the search for past games; empty ones are ignored. */
export interface Sought {
  /** A spec: with options for exactly these, without for any options. */
  game: string;
  player: string;
  opponent: string;
  result: string;
  class: string;
  rated: string;
  /** Sort order: newest first if empty, or `strongest`. */
  order: string;
  /** Moves from the start, separated by spaces. */
  line: string;
}

export const NOTHING: Sought = { game: "", player: "", opponent: "", result: "", class: "", rated: "", order: "", line: "" };

/** Serialises filters as a query string. */
export const written = (sought: Partial<Sought>, more: Record<string, string> = {}): string => {
  const said = Object.entries({ ...sought, ...more }).filter(([, value]) => value !== "");
  return new URLSearchParams(said).toString();
};

/** Finds a page of past games, optionally after a cursor. */
export const findGames = (sought: Sought, locale: Locale, after = ""): Promise<FinishedList> => call("GET", `/api/finished?${written(sought, { after })}`, locale, null);

/** Returns how the matching games continued after a line. */
export const readOpening = (sought: Sought, locale: Locale): Promise<Opening> => call("GET", `/api/finished/moves?${written(sought)}`, locale, null);

/** The download address of the matching games. */
export const recordsAddress = (sought: Sought, form: "pgn" | "ndjson"): string => `/api/finished/records.${form}?${written(sought)}`;

/** Lists a page of live public games, optionally of one game or player. */
export const readWatchedOf = (game: string, order: "latest" | "rating", locale: Locale, after = "", player = ""): Promise<WatchedList> =>
  call("GET", `/api/watched?${written({ game, player }, { order, after })}`, locale, null);
