import type { Locale } from "./locale";
import { call } from "./server";
import type { NewToken, Tokens, TokenWish } from "@entourage/rules";

export const readTokens = (locale: Locale): Promise<Tokens> => call("GET", "/api/account/tokens", locale, null);

/** Creates a token, which is shown only once. */
export const makeToken = (wish: TokenWish, locale: Locale): Promise<NewToken> => call("POST", "/api/account/tokens", locale, null, wish);

export const revokeToken = (id: string, locale: Locale): Promise<Tokens> =>
  call("DELETE", `/api/account/tokens/${encodeURIComponent(id)}`, locale, null);
