import type { Locale } from "./locale";
import { call } from "./server";
import type { PushOffer, PushSides } from "@entourage/rules";

/** What a push service told a browser that wants messages. */
export interface PushWish {
  endpoint: string;
  key: string;
  secret: string;
}

/** Tells whether the server has browsers told what happens while nobody looks. */
export const readPush = (locale: Locale): Promise<PushOffer> => call("GET", "/api/push", locale, null);

/** Has this browser be told of the sides that some keys open, and of what is the account's. */
export const keepPush = (wish: PushWish, keys: readonly string[], locale: Locale): Promise<PushSides> =>
  call("PUT", "/api/push", locale, null, { ...wish, keys });

/** Has a browser be told nothing more. */
export const stopPush = (endpoint: string, locale: Locale): Promise<unknown> => call("POST", "/api/push/stop", locale, null, { endpoint });
