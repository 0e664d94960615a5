import type { Locale } from "./locale";
import { call } from "./server";
import type { Mail } from "@entourage/rules";

/** Tells where the player of this device's side is told about the game by e-mail. */
export function readMail(id: string, locale: Locale): Promise<Mail> {
  return call("GET", "/api/game/mail", locale, id);
}

/** Asks to be told at an address, or with the empty one nowhere. */
export async function subscribe(id: string, address: string, locale: Locale): Promise<void> {
  await call("POST", "/api/game/mail", locale, id, { address });
}

/** Does what a link in a message offers: to agree to further ones, or to stop them. */
export async function answerMail(what: "confirm" | "stop", token: string, locale: Locale): Promise<void> {
  await call("POST", `/api/mail/${what}`, locale, null, { token });
}
