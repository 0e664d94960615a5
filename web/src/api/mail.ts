import { call } from "./server";
import type { LanguageCode } from "./types";

/** Where the player of this device's side is told about the game by e-mail. */
export interface Mail {
  /** Whether the server sends any. */
  offered: boolean;
  address: string | null;
  confirmed: boolean;
}

export function readMail(id: string, language: LanguageCode): Promise<Mail> {
  return call("GET", "/api/game/mail", language, id);
}

/** Asks to be told at an address, or with the empty one nowhere. */
export async function subscribe(id: string, address: string, language: LanguageCode): Promise<void> {
  await call("POST", "/api/game/mail", language, id, { address });
}

/** Does what a link in a message offers: to agree to further ones, or to stop them. */
export async function answerMail(what: "confirm" | "stop", token: string, language: LanguageCode): Promise<void> {
  await call("POST", `/api/mail/${what}`, language, null, { token });
}
