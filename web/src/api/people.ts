import type { Profile, Ties } from "@entourage/rules";
import type { Locale } from "./locale";
import { call } from "./server";

/** Reads what everybody is told of somebody with an account, by name. */
export const readProfile = (name: string, locale: Locale): Promise<Profile> => call("GET", `/api/people/${encodeURIComponent(name)}`, locale, null);

/** Lists whom one follows and blocks. */
export const readTies = (locale: Locale): Promise<Ties> => call("GET", "/api/ties", locale, null);

/** Follows or blocks somebody by name, or does so no more. */
export const setTie = (tie: "follow" | "block", person: string, stands: boolean, locale: Locale): Promise<Ties> => call("POST", "/api/ties", locale, null, { tie, person, stands });
