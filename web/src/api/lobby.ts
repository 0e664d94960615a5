import type { GameState } from "./state";
import type { Locale } from "./locale";
import { call } from "./server";
import type { Met, Seek, SeekList, Wish } from "@entourage/rules";

/** What came of a wish to play: the name of the seek, and the game where somebody waited for just that. */
export interface Wished {
  seek: string;
  state?: GameState;
}

/** Wishes a game with a key drawn here. */
export const wish = (wanted: Wish, locale: Locale): Promise<Wished> => call("POST", "/api/seeks", locale, null, wanted);

/** Takes a seek with a key drawn here; doing so twice with the same one does no harm. */
export const takeSeek = ({ seek }: Pick<Seek, "seek">, key: string, locale: Locale): Promise<GameState> => call("POST", "/api/seeks/take", locale, null, { seek, key });

/** Withdraws a seek of this device by its key, or, without one, what is the account's or for it. */
export const withdraw = (seek: string, key: string | null, locale: Locale): Promise<unknown> =>
  call("POST", `/api/seeks/${encodeURIComponent(seek)}/withdrawal`, locale, null, key === null ? {} : { key });

/** Tells for each key of a seek of this device whether somebody has come, so that it opens a game. */
export const readMet = (keys: readonly string[], locale: Locale): Promise<Met> => call("POST", "/api/seeks/met", locale, null, { keys });

/** Lists those who look for an opponent, after one. */
export const readSeeks = (locale: Locale, after: string): Promise<SeekList> => call("GET", `/api/seeks?after=${encodeURIComponent(after)}`, locale, null);

/** Lists the challenges that whoever is signed in has made, or is to answer. */
export const readChallenges = (locale: Locale): Promise<SeekList> => call("GET", "/api/challenges", locale, null);
