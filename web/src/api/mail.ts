import type { Locale } from "./locale";
import { call } from "./server";
import type { Mail } from "@entourage/rules";

/** Reads the e-mail notification settings of this device's side. */
export function readMail(id: string, locale: Locale): Promise<Mail> {
  return call("GET", "/api/game/mail", locale, id);
}

/** Subscribes an address to notifications; an empty one unsubscribes. */
export async function subscribe(id: string, address: string, locale: Locale): Promise<void> {
  await call("POST", "/api/game/mail", locale, id, { address });
}

/** Performs the action of a link in an e-mail: confirm or stop notifications. */
export async function answerMail(what: "confirm" | "stop", token: string, locale: Locale): Promise<void> {
  await call("POST", `/api/mail/${what}`, locale, null, { token });
}
