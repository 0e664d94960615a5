import type { Locale } from "./locale";
import { drawn, shown } from "./passkey";
import { call } from "./server";
import type { AccessList, AccountView, CeremonyView, Claims, Founded, HeldGames, PasskeyAnswer, RecoveryCodes, Sessions, Signed } from "@entourage/rules";

/** Credentials for signing in or confirming the user's identity. */
export type Proof = { name?: string; password: string } | { name?: string; code: string } | { passkey: PasskeyAnswer } | { link: string; keep: string[] };

/** Returns the signed-in account, if any. */
export const readSigned = (locale: Locale): Promise<Signed> => call("GET", "/api/account", locale, null);

/** Creates an account with a password. */
export const found = (name: string, password: string, locale: Locale): Promise<Founded> => call("POST", "/api/account", locale, null, { name, password });

/** Creates an account with a passkey from the browser. */
export async function createAccountByPasskey(name: string, label: string, locale: Locale): Promise<Founded> {
  const asked = await call<CeremonyView>("POST", "/api/passkeys", locale, null, { purpose: "found", name });
  // The passkey was created for the name as the server normalised it.
  const options = asked.options as { user: { name: string } };
  const passkey = { ceremony: asked.ceremony, credential: await drawn(asked.options) };
  return call("POST", "/api/account", locale, null, { name: options.user.name, passkey, label });
}

/** Asks the browser for a passkey. */
export async function proveByPasskey(locale: Locale): Promise<Proof> {
  const asked = await call<CeremonyView>("POST", "/api/passkeys", locale, null, { purpose: "show" });
  return { passkey: { ceremony: asked.ceremony, credential: await shown(asked.options) } };
}

export const signIn = (proof: Proof, locale: Locale): Promise<AccountView> => call("POST", "/api/session", locale, null, proof);

export const signOut = (locale: Locale): Promise<unknown> => call("DELETE", "/api/session", locale, null);

/** Confirms the identity of the signed-in user. */
export const confirm = (proof: Proof, locale: Locale): Promise<AccountView> => call("POST", "/api/account/confirm", locale, null, proof);

export const setPassword = (old: string | null, password: string, locale: Locale): Promise<AccountView> =>
  call("PUT", "/api/account/password", locale, null, { old, new: password });

export const removePassword = (locale: Locale): Promise<AccountView> => call("DELETE", "/api/account/password", locale, null);

/** Adds a passkey from the browser. */
export async function addPasskey(label: string, locale: Locale): Promise<AccountView> {
  const asked = await call<CeremonyView>("POST", "/api/passkeys", locale, null, { purpose: "add" });
  const passkey = { ceremony: asked.ceremony, credential: await drawn(asked.options) };
  return call("POST", "/api/account/passkeys", locale, null, { passkey, label });
}

export const removePasskey = (id: string, locale: Locale): Promise<AccountView> =>
  call("DELETE", `/api/account/passkeys/${encodeURIComponent(id)}`, locale, null);

export const renewCodes = (locale: Locale): Promise<RecoveryCodes> => call("POST", "/api/account/codes", locale, null);

export const readSessions = (locale: Locale): Promise<Sessions> => call("GET", "/api/sessions", locale, null);

export const endSession = (id: string, locale: Locale): Promise<Sessions> => call("DELETE", `/api/sessions/${encodeURIComponent(id)}`, locale, null);

/** Signs out everywhere else, and revokes all other ways into the account that are not kept. */
export const endOthers = (kept: string[], locale: Locale): Promise<Sessions> => call("DELETE", `/api/sessions?${new URLSearchParams({ keep: kept.join(",") })}`, locale, null);

/** Lists the ways into an account that signing in with a recovery link can keep. */
export const readRecoveryAccess = (link: string, locale: Locale): Promise<AccessList> => call("POST", "/api/recovery/access", locale, null, { link });

/** Lists a page of the account's games: the first, or the one after a game. */
export const readHeld = (locale: Locale, after?: string): Promise<HeldGames> =>
  call("GET", `/api/account/games${after === undefined ? "" : `?after=${encodeURIComponent(after)}`}`, locale, null);

/** Claims for the account the seats that keys open. */
export const claim = (keys: string[], locale: Locale): Promise<Claims> => call("POST", "/api/account/games", locale, null, { keys });

export const removeAccount = (locale: Locale): Promise<unknown> => call("DELETE", "/api/account", locale, null);

/** Requests a confirmation e-mail to an address. */
export const wantAddress = (address: string, locale: Locale): Promise<AccountView> => call("PUT", "/api/account/mail", locale, null, { address });

/** Removes the account's e-mail address. */
export const forgetAddress = (locale: Locale): Promise<AccountView> => call("DELETE", "/api/account/mail", locale, null);

/** Answers the confirmation e-mail of an address. */
export const answerAddress = (token: string, agree: boolean, locale: Locale): Promise<unknown> => call("POST", "/api/account/mail/answer", locale, null, { token, agree });

/** Requests an e-mail with a sign-in link. */
export const askRecovery = (name: string, locale: Locale): Promise<unknown> => call("POST", "/api/recovery", locale, null, { name });

/** The download of all data of the account. */
export const EXPORT = "/api/account/export";
