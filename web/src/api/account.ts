import type { Locale } from "./locale";
import { drawn, shown } from "./passkey";
import { call } from "./server";
import type { AccountView, CeremonyView, Claims, Founded, HeldGames, PasskeyAnswer, RecoveryCodes, Sessions, Signed } from "@entourage/rules";

/** What somebody shows to sign in, or to prove once more who they are. */
export type Proof = { name?: string; password: string } | { name?: string; code: string } | { passkey: PasskeyAnswer } | { link: string };

/** Tells who is signed in. */
export const readSigned = (locale: Locale): Promise<Signed> => call("GET", "/api/account", locale, null);

/** Founds an account with a password. */
export const found = (name: string, password: string, locale: Locale): Promise<Founded> => call("POST", "/api/account", locale, null, { name, password });

/** Founds an account with a passkey, which the browser asks for. */
export async function foundByPasskey(name: string, label: string, locale: Locale): Promise<Founded> {
  const asked = await call<CeremonyView>("POST", "/api/passkeys", locale, null, { purpose: "found", name });
  // The name as the server took it is what the passkey was made for.
  const options = asked.options as { user: { name: string } };
  const passkey = { ceremony: asked.ceremony, credential: await drawn(asked.options) };
  return call("POST", "/api/account", locale, null, { name: options.user.name, passkey, label });
}

/** Has the browser show a passkey that is known here. */
export async function proveByPasskey(locale: Locale): Promise<Proof> {
  const asked = await call<CeremonyView>("POST", "/api/passkeys", locale, null, { purpose: "show" });
  return { passkey: { ceremony: asked.ceremony, credential: await shown(asked.options) } };
}

export const signIn = (proof: Proof, locale: Locale): Promise<AccountView> => call("POST", "/api/session", locale, null, proof);

export const signOut = (locale: Locale): Promise<unknown> => call("DELETE", "/api/session", locale, null);

/** Proves once more who is signed in. */
export const confirm = (proof: Proof, locale: Locale): Promise<AccountView> => call("POST", "/api/account/confirm", locale, null, proof);

export const setPassword = (old: string | null, password: string, locale: Locale): Promise<AccountView> =>
  call("PUT", "/api/account/password", locale, null, { old, new: password });

export const removePassword = (locale: Locale): Promise<AccountView> => call("DELETE", "/api/account/password", locale, null);

/** Adds a passkey, which the browser asks for. */
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

export const endOthers = (locale: Locale): Promise<Sessions> => call("DELETE", "/api/sessions", locale, null);

/** Lists a page of the account's games, the first one or that after a game. */
export const readHeld = (locale: Locale, after?: string): Promise<HeldGames> =>
  call("GET", `/api/account/games${after === undefined ? "" : `?after=${encodeURIComponent(after)}`}`, locale, null);

/** Claims the seats of some keys. */
export const claim = (keys: string[], locale: Locale): Promise<Claims> => call("POST", "/api/account/games", locale, null, { keys });

export const removeAccount = (locale: Locale): Promise<unknown> => call("DELETE", "/api/account", locale, null);

/** Asks to be written to at an address, whose reader is asked first. */
export const wantAddress = (address: string, locale: Locale): Promise<AccountView> => call("PUT", "/api/account/mail", locale, null, { address });

/** Has the account written to nowhere. */
export const forgetAddress = (locale: Locale): Promise<AccountView> => call("DELETE", "/api/account/mail", locale, null);

/** Answers the question that an address was sent. */
export const answerAddress = (token: string, agree: boolean, locale: Locale): Promise<unknown> => call("POST", "/api/account/mail/answer", locale, null, { token, agree });

/** Asks for a letter by which one comes back into an account. */
export const askRecovery = (name: string, locale: Locale): Promise<unknown> => call("POST", "/api/recovery", locale, null, { name });

/** Where everything that is kept of the account is taken away. */
export const EXPORT = "/api/account/export";
