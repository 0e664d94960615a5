import type { Locale } from "./locale";
import { call } from "./server";
import type { Kept, Notes, ReadyPlan, Unsaid } from "@entourage/rules";

/** Says a remark; saying it again with the same token does not repeat it. */
export async function sayRemark(id: string, token: string, text: string, locale: Locale): Promise<void> {
  await call("POST", "/api/game/chat", locale, id, { token, text });
}

/** Takes back everything that this device's side has said; returns how many remarks that were. */
export async function unsayAll(id: string, locale: Locale): Promise<number> {
  return (await call<Unsaid>("POST", "/api/game/chat/unsay", locale, id, {})).lines;
}

/** Reads the notes of this device's seat. */
export function readNotes(id: string, locale: Locale): Promise<Notes> {
  return call("GET", "/api/game/notes", locale, id);
}

/** Keeps notes instead of those of a version, and returns theirs; throws [`Refused`] with the newer ones if others are kept by now. */
export async function writeNotes(id: string, text: string, version: string, locale: Locale): Promise<string> {
  return (await call<Kept>("POST", "/api/game/notes", locale, id, { text, version })).version;
}

/** Reads what this device's side has ready for the other's moves. */
export function readReady(id: string, locale: Locale): Promise<ReadyPlan> {
  return call("GET", "/api/game/plan", locale, id);
}

/** Has moves ready where the game has so many events instead of a plan of a version, and returns theirs; throws [`Refused`] as notes do. */
export async function preparePlan(id: string, seq: number, plan: string, version: string, locale: Locale): Promise<string> {
  return (await call<Kept>("POST", "/api/game/plan", locale, id, { seq, plan, version })).version;
}
