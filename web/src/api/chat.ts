import type { Locale } from "./locale";
import { call } from "./server";
import type { Kept, Notes, ReadyPlan, Unsaid } from "@entourage/rules";

/** Sends a chat message; sending it again with the same token does not repeat it. */
export async function sendChatMessage(id: string, token: string, text: string, locale: Locale): Promise<void> {
  await call("POST", "/api/game/chat", locale, id, { token, text });
}

/** Deletes all chat messages of this device's side; returns their number. */
export async function deleteChatMessages(id: string, locale: Locale): Promise<number> {
  return (await call<Unsaid>("POST", "/api/game/chat/unsay", locale, id, {})).lines;
}

/** Reads the private notes of this device's seat. */
export function readNotes(id: string, locale: Locale): Promise<Notes> {
  return call("GET", "/api/game/notes", locale, id);
}

/** Replaces a version of the notes and returns the new version; throws [`Refused`] with the current notes if the version is outdated. */
export async function writeNotes(id: string, text: string, version: string, locale: Locale): Promise<string> {
  return (await call<Kept>("POST", "/api/game/notes", locale, id, { text, version })).version;
}

/** Reads the conditional moves of this device's side. */
export function readReady(id: string, locale: Locale): Promise<ReadyPlan> {
  return call("GET", "/api/game/plan", locale, id);
}

/** Replaces a version of the conditional moves in the game with `seq` events, and returns the new version; throws [`Refused`] like `writeNotes`. */
export async function preparePlan(id: string, seq: number, plan: string, version: string, locale: Locale): Promise<string> {
  return (await call<Kept>("POST", "/api/game/plan", locale, id, { seq, plan, version })).version;
}
