import type { GameState } from "./state";
import type { Locale } from "./locale";
import { call } from "./server";
import type { Met, Seek, SeekList, Wish } from "@entourage/rules";

/** The result of a request to play: the seek, and the game if an opponent was waiting. */
export interface Wished {
  seek: string;
  state?: GameState;
}

/** Creates a seek with a new key. */
export const wish = (wanted: Wish, locale: Locale): Promise<Wished> => call("POST", "/api/seeks", locale, null, wanted);

/** Accepts a seek with a new key; repeating it with the same key is harmless. */
export const takeSeek = ({ seek }: Pick<Seek, "seek">, key: string, locale: Locale): Promise<GameState> => call("POST", "/api/seeks/take", locale, null, { seek, key });

/** Withdraws a seek of this device by its key; without a key, a seek of the account or a challenge to the account. */
export const withdraw = (seek: string, key: string | null, locale: Locale): Promise<unknown> =>
  call("POST", `/api/seeks/${encodeURIComponent(seek)}/withdrawal`, locale, null, key === null ? {} : { key });

/** Returns for each key of this device's seeks whether it opens a game. */
export const readMet = (keys: readonly string[], locale: Locale): Promise<Met> => call("POST", "/api/seeks/met", locale, null, { keys });

/** Lists open seeks after a cursor. */
export const readSeeks = (locale: Locale, after: string): Promise<SeekList> => call("GET", `/api/seeks?after=${encodeURIComponent(after)}`, locale, null);

/** Lists challenges by and to the signed-in user. */
export const readChallenges = (locale: Locale): Promise<SeekList> => call("GET", "/api/challenges", locale, null);
