import type { FinishedList, Opening, WatchedList } from "@entourage/rules";
import type { Locale } from "./locale";
import { call } from "./server";

/** What finished games are sought by; what is empty says nothing. */
export interface Sought {
  /** By its spec: with options just these, without whatever options. */
  game: string;
  player: string;
  opponent: string;
  result: string;
  class: string;
  rated: string;
  /** Which come first: the newest where it is empty, or `strongest`. */
  order: string;
  /** Moves from the start, with blanks between them. */
  line: string;
}

export const NOTHING: Sought = { game: "", player: "", opponent: "", result: "", class: "", rated: "", order: "", line: "" };

/** Writes what is said as an address has it. */
export const written = (sought: Partial<Sought>, more: Record<string, string> = {}): string => {
  const said = Object.entries({ ...sought, ...more }).filter(([, value]) => value !== "");
  return new URLSearchParams(said).toString();
};

/** Finds a page of finished games, after a place if one is named. */
export const findGames = (sought: Sought, locale: Locale, after = ""): Promise<FinishedList> => call("GET", `/api/finished?${written(sought, { after })}`, locale, null);

/** Tells how the games that are sought went on from where a line leads. */
export const readOpening = (sought: Sought, locale: Locale): Promise<Opening> => call("GET", `/api/finished/moves?${written(sought)}`, locale, null);

/** Where what is sought is downloaded. */
export const recordsAddress = (sought: Sought, form: "pgn" | "ndjson"): string => `/api/finished/records.${form}?${written(sought)}`;

/** Lists a page of the games under way that everybody may watch, of a game if one is named. */
export const readWatchedOf = (game: string, order: "latest" | "rating", locale: Locale, after = ""): Promise<WatchedList> =>
  call("GET", `/api/watched?${written({ game }, { order, after })}`, locale, null);
