import type { PuzzleAnswer, PuzzleList, PuzzleTryResult, PuzzleView, SetRatings } from "@entourage/rules";
import type { Locale } from "./locale";
import { call } from "./server";

const address = (id: string): string => `/api/puzzles/${encodeURIComponent(id)}`;
const setAddress = (set: string, id = ""): string => `/api/puzzle-sets/${encodeURIComponent(set)}${id === "" ? "" : `/${encodeURIComponent(id)}`}`;

/** Lists a page of puzzles by players, optionally only those of the game with an id, or after a cursor. */
export function listPuzzles(game: string, locale: Locale, after = ""): Promise<PuzzleList> {
  const query = new URLSearchParams(Object.entries({ game, after }).filter(([, value]) => value !== ""));
  return call("GET", `/api/puzzles?${query.toString()}`, locale, null);
}

/** Time that a proof can take, in milliseconds. */
const PROOF_MS = 180_000;

/** Publishes a position as a puzzle, if the server proves that it is one. */
export const makePuzzle = (game: string, position: string, locale: Locale): Promise<PuzzleAnswer> => call("POST", "/api/puzzles", locale, null, { game, position }, PROOF_MS);

export const readPlayersPuzzle = (id: string, locale: Locale): Promise<PuzzleView> => call("GET", address(id), locale, null);

export const deletePuzzle = (id: string, locale: Locale): Promise<unknown> => call("DELETE", address(id), locale, null);

export const readSetRatings = (set: string, locale: Locale): Promise<SetRatings> => call("GET", setAddress(set), locale, null);

/** Reports a try with all moves that were played; only the first one counts. */
export const reportTry = (set: string, id: string, moves: readonly string[], hinted: boolean, locale: Locale): Promise<PuzzleTryResult> => call("POST", setAddress(set, id), locale, null, { moves, hinted });
