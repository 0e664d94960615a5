import { call } from "./server";
import type { LanguageCode, Side } from "./types";

/** A line that a player said to the other. */
export interface ChatLine {
  side: Side;
  /** Tells it from the side's other lines. */
  token: string;
  text: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Says a line; saying it again with the same token does not repeat it. */
export async function sayLine(id: string, token: string, text: string, language: LanguageCode): Promise<void> {
  await call("POST", "/api/game/chat", language, id, { token, text });
}

/** Reads the notes of this device's seat. */
export async function readNotes(id: string, language: LanguageCode): Promise<string> {
  return (await call<{ text: string }>("GET", "/api/game/notes", language, id)).text;
}

export async function writeNotes(id: string, text: string, language: LanguageCode): Promise<void> {
  await call("POST", "/api/game/notes", language, id, { text });
}

/** Reads what this device's side has ready for the other's moves. */
export async function readPlanText(id: string, language: LanguageCode): Promise<string> {
  return (await call<{ plan: string }>("GET", "/api/game/plan", language, id)).plan;
}

/** Has moves ready where the game has so many events. */
export async function preparePlan(id: string, seq: number, plan: string, language: LanguageCode): Promise<void> {
  await call("POST", "/api/game/plan", language, id, { seq, plan });
}
