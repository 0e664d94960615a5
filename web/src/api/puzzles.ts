import type { PuzzleAnswer, PuzzleList, PuzzleTryResult, PuzzleView, SetRatings } from "@entourage/rules";
import type { Locale } from "./locale";
import { call, Unreachable } from "./server";

const address = (id: string): string => `/api/puzzles/${encodeURIComponent(id)}`;
const setAddress = (set: string, id = ""): string => `/api/puzzle-sets/${encodeURIComponent(set)}${id === "" ? "" : `/${encodeURIComponent(id)}`}`;

/** Lists a page of puzzles by players, optionally only those of the game with an id, or after a cursor. */
export function listPuzzles(game: string, locale: Locale, after = ""): Promise<PuzzleList> {
  const query = new URLSearchParams(Object.entries({ game, after }).filter(([, value]) => value !== ""));
  return call("GET", `/api/puzzles?${query.toString()}`, locale, null);
}

/** The server answers a request within this time, in milliseconds; it continues longer proofs. */
const REQUEST_MS = 20_000;
/** A failed request that took this long has probably been cut off, in milliseconds. */
const CUT_OFF_MS = 8_000;
/** Maximum number of requests for a proof. */
const MAX_REQUESTS = 12;

/** Publishes a position as a puzzle, if the server proves that it is one. */
export async function makePuzzle(game: string, position: string, locale: Locale): Promise<PuzzleAnswer> {
  for (let count = 1; ; count++) {
    const began = performance.now();
    try {
      return await call<PuzzleAnswer>("POST", "/api/puzzles", locale, null, { game, position }, REQUEST_MS);
    } catch (thrown) {
      const cutOff = thrown instanceof Unreachable && performance.now() - began >= CUT_OFF_MS;
      if (!cutOff || count === MAX_REQUESTS) throw thrown;
    }
  }
}

export const readPlayersPuzzle = (id: string, locale: Locale): Promise<PuzzleView> => call("GET", address(id), locale, null);

export const deletePuzzle = (id: string, locale: Locale): Promise<unknown> => call("DELETE", address(id), locale, null);

export const readSetRatings = (set: string, locale: Locale): Promise<SetRatings> => call("GET", setAddress(set), locale, null);

/** Reports a try with all moves that were played; only the first one counts. */
export const reportTry = (set: string, id: string, moves: readonly string[], hinted: boolean, locale: Locale): Promise<PuzzleTryResult> => call("POST", setAddress(set, id), locale, null, { moves, hinted });
