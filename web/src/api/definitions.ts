import type { Locale } from "./locale";
import { call } from "./server";
import type { DefinitionList, Shelved, ShownGames, Submission, Submitted } from "@entourage/rules";

/** Lists the games written as text that the server offers beside those of the house. */
export const readDefinitions = (locale: Locale): Promise<DefinitionList> => call("GET", "/api/definitions", locale, null);

/** Hands in a game that somebody wrote, in the name of its author's key. */
export const handIn = (submission: Submission, key: string, locale: Locale): Promise<Submitted> => call("POST", "/api/definitions", locale, key, submission);

/** Reads a game that somebody handed in; its author's key, and keys to games of it, may read more. */
export const readSubmitted = (id: string, locale: Locale, key: string | null = null): Promise<Submitted> => call("GET", `/api/definitions/${encodeURIComponent(id)}`, locale, key);

/** Says who is told of a game that one handed in. The server may play it first, which takes some seconds. */
export const shelve = (id: string, state: Shelved, key: string, locale: Locale): Promise<Submitted> => call("PUT", `/api/definitions/${encodeURIComponent(id)}/state`, locale, key, { state }, 30_000);

/** Lists a page of the games that people wrote and show to everybody, or of those alone whose games may be rated. */
export function readGallery(sort: "new" | "played" | "rated", locale: Locale, after?: string): Promise<ShownGames> {
  const asked = new URLSearchParams({ sort, ...(after === undefined ? {} : { after }) });
  return call("GET", `/api/gallery?${asked}`, locale, null);
}
