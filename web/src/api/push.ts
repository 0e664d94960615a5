import type { Locale } from "./locale";
import { call } from "./server";
import type { PushOffer, PushSides } from "@entourage/rules";

/** A browser's push subscription. */
export interface PushWish {
  endpoint: string;
  key: string;
  secret: string;
}

/** Reads whether the server offers push notifications. */
export const readPush = (locale: Locale): Promise<PushOffer> => call("GET", "/api/push", locale, null);

/** Subscribes this browser to notifications for the sides of keys and for the account. */
export const keepPush = (wish: PushWish, keys: readonly string[], locale: Locale): Promise<PushSides> =>
  call("PUT", "/api/push", locale, null, { ...wish, keys });

/** Unsubscribes a browser. */
export const stopPush = (endpoint: string, locale: Locale): Promise<unknown> => call("POST", "/api/push/stop", locale, null, { endpoint });
