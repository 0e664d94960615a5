import type { Amendment, Announced, NewTournament, TournamentList, TournamentState } from "@entourage/rules";
import type { Locale } from "./locale";
import { call } from "./server";

/** The states of the list of tournaments. */
export type Listed = "open" | "running" | "over";

const address = (tournament: string, rest = ""): string => `/api/tournaments/${encodeURIComponent(tournament)}${rest}`;

/** Lists tournaments, after one if it is named. */
export const readTournaments = (state: Listed, locale: Locale, after?: string): Promise<TournamentList> =>
  call("GET", `/api/tournaments?state=${state}${after === undefined ? "" : `&after=${encodeURIComponent(after)}`}`, locale, null);

/** Tells how a tournament stands. */
export const readTournament = (tournament: string, locale: Locale): Promise<TournamentState> => call("GET", address(tournament), locale, null);

/** Announces a tournament. */
export const announce = (announcement: NewTournament, locale: Locale): Promise<Announced> => call("POST", "/api/tournaments", locale, null, announcement);

/** Changes a tournament that is open. */
export const amend = (tournament: string, amendment: Amendment, locale: Locale): Promise<unknown> => call("PUT", address(tournament), locale, null, amendment);

/** Enters a tournament, or leaves it. */
export const takePart = (tournament: string, enters: boolean, locale: Locale): Promise<unknown> => call(enters ? "POST" : "DELETE", address(tournament, "/entry"), locale, null);

/** Sits out the next round, or plays it after all. */
export const sitOut = (tournament: string, out: boolean, locale: Locale): Promise<unknown> => call(out ? "POST" : "DELETE", address(tournament, "/bye"), locale, null);

/** Begins a tournament, or calls it off; whoever keeps order says why. */
export const manage = (tournament: string, act: "start" | "cancellation", reason: string, locale: Locale): Promise<unknown> =>
  call("POST", address(tournament, `/${act}`), locale, null, reason === "" ? {} : { reason });

/** Removes somebody from a tournament; whoever keeps order says why. */
export const removeEntrant = (tournament: string, name: string, reason: string, locale: Locale): Promise<unknown> =>
  call("POST", address(tournament, "/removal"), locale, null, { name, ...(reason === "" ? {} : { reason }) });

/** Where the results of a tournament are read as a table for spreadsheets, or as JSON. */
export const resultsAddress = (tournament: string, sheet: boolean): string => address(tournament, sheet ? "/results.csv" : "/results");

/** Where a tournament is told of at each change. */
export const liveAddress = (tournament: string): string => address(tournament, "/live");
