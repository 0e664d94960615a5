import type { Locale } from "./locale";
import { call } from "./server";
import type { Notes, ReadyPlan } from "./types.generated";

/** Says a remark; saying it again with the same token does not repeat it. */
export async function sayRemark(id: string, token: string, text: string, locale: Locale): Promise<void> {
  await call("POST", "/api/game/chat", locale, id, { token, text });
}

/** Reads the notes of this device's seat. */
export async function readNotes(id: string, locale: Locale): Promise<string> {
  return (await call<Notes>("GET", "/api/game/notes", locale, id)).text;
}

export async function writeNotes(id: string, text: string, locale: Locale): Promise<void> {
  await call("POST", "/api/game/notes", locale, id, { text });
}

/** Reads what this device's side has ready for the other's moves. */
export async function readPlanText(id: string, locale: Locale): Promise<string> {
  return (await call<ReadyPlan>("GET", "/api/game/plan", locale, id)).plan;
}

/** Has moves ready where the game has so many events. */
export async function preparePlan(id: string, seq: number, plan: string, locale: Locale): Promise<void> {
  await call("POST", "/api/game/plan", locale, id, { seq, plan });
}
