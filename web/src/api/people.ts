import type { Profile, RatingHistory, Ties } from "@entourage/rules";
import type { Locale } from "./locale";
import { call } from "./server";

/** Reads a public profile by username. */
export const readProfile = (name: string, locale: Locale): Promise<Profile> => call("GET", `/api/people/${encodeURIComponent(name)}`, locale, null);

/** Reads how a player's ratings have changed. */
export const readRatingHistory = (name: string, locale: Locale): Promise<RatingHistory> => call("GET", `/api/people/${encodeURIComponent(name)}/ratings`, locale, null);

/** Lists the followed and blocked players. */
export const readRelations = (locale: Locale): Promise<Ties> => call("GET", "/api/ties", locale, null);

/** Follows, blocks, unfollows or unblocks a player by username. */
export const setRelation = (tie: "follow" | "block", person: string, stands: boolean, locale: Locale): Promise<Ties> => call("POST", "/api/ties", locale, null, { tie, person, stands });
