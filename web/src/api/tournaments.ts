import type { Amendment, Announced, Entrant, NewTournament, TournamentList } from "@entourage/rules";
import type { Locale } from "./locale";
import { call } from "./server";

/** The lists of tournaments. */
export type Listed = "open" | "running" | "over";

const address = (tournament: string, rest = ""): string => `/api/tournaments/${encodeURIComponent(tournament)}${rest}`;

/** Lists tournaments, optionally after one. */
export const readTournaments = (state: Listed, locale: Locale, after?: string): Promise<TournamentList> =>
  call("GET", `/api/tournaments?state=${state}${after === undefined ? "" : `&after=${encodeURIComponent(after)}`}`, locale, null);

/** Reads the results of an entrant. */
export const readEntrant = (tournament: string, number: number, locale: Locale): Promise<Entrant> => call("GET", address(tournament, `/entrants/${number}`), locale, null);

/** Creates a tournament. */
export const announce = (announcement: NewTournament, locale: Locale): Promise<Announced> => call("POST", "/api/tournaments", locale, null, announcement);

/** Edits a tournament that has not started. */
export const amend = (tournament: string, amendment: Amendment, locale: Locale): Promise<unknown> => call("PUT", address(tournament), locale, null, amendment);

/** Joins or leaves a tournament. */
export const takePart = (tournament: string, enters: boolean, locale: Locale): Promise<unknown> => call(enters ? "POST" : "DELETE", address(tournament, "/entry"), locale, null);

/** Skips the next round, or withdraws the request to skip it. */
export const sitOut = (tournament: string, out: boolean, locale: Locale): Promise<unknown> => call(out ? "POST" : "DELETE", address(tournament, "/bye"), locale, null);

/** Starts or cancels a tournament; moderators give a reason. */
export const manage = (tournament: string, act: "start" | "cancellation", reason: string, locale: Locale): Promise<unknown> =>
  call("POST", address(tournament, `/${act}`), locale, null, reason === "" ? {} : { reason });

/** Removes a player from a tournament; moderators give a reason. */
export const removeEntrant = (tournament: string, name: string, reason: string, locale: Locale): Promise<unknown> =>
  call("POST", address(tournament, "/removal"), locale, null, { name, ...(reason === "" ? {} : { reason }) });

/** The results of a tournament as CSV or JSON. */
export const resultsAddress = (tournament: string, sheet: boolean): string => address(tournament, sheet ? "/results.csv" : "/results");

/** The live updates of a tournament. */
export const liveAddress = (tournament: string): string => address(tournament, "/live");
