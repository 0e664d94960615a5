import type { Locale } from "./locale";
import { call } from "./server";
import type { DefinitionList, Shelved, ShownGames, Submission, Submitted } from "@entourage/rules";

/** Lists the game definitions that the server offers in addition to the built-in games. */
export const readDefinitions = (locale: Locale): Promise<DefinitionList> => call("GET", "/api/definitions", locale, null);

/** Publishes a game, signed with its author's key. */
export const publishGame = (submission: Submission, key: string, locale: Locale): Promise<Submitted> => call("POST", "/api/definitions", locale, key, submission);

/** Reads a published game; the author's key and keys to games of it give access to more. */
export const readSubmitted = (id: string, locale: Locale, key: string | null = null): Promise<Submitted> => call("GET", `/api/definitions/${encodeURIComponent(id)}`, locale, key);

/** Changes the visibility of a published game. The server may play test games first, which takes some seconds. */
export const setVisibility = (id: string, state: Shelved, key: string, locale: Locale): Promise<Submitted> => call("PUT", `/api/definitions/${encodeURIComponent(id)}/state`, locale, key, { state }, 30_000);

/** Lists a page of the public community games, or only of those approved for ratings. */
export function readGallery(sort: "new" | "played" | "rated", locale: Locale, after?: string): Promise<ShownGames> {
  const asked = new URLSearchParams({ sort, ...(after === undefined ? {} : { after }) });
  return call("GET", `/api/gallery?${asked}`, locale, null);
}
