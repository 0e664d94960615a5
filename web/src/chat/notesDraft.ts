import type { Notes } from "@entourage/rules";

/** What was typed and the server has not heard, with the version of the notes that it is to replace; `null` where that is not known. */
export interface Draft {
  text: string;
  version: string | null;
}

const keyOf = (id: string) => `entourage.notes.${id}`;

/** Reads a draft as it is kept on the device; an earlier version of this page kept the text alone. */
export function readDraft(kept: string | null): Draft | null {
  if (kept === null) return null;
  try {
    const draft = JSON.parse(kept) as Partial<Draft> | null;
    if (typeof draft?.text === "string") return { text: draft.text, version: typeof draft.version === "string" ? draft.version : null };
  } catch {
    // It is the text itself.
  }
  return { text: kept, version: null };
}

/** Tells which version a draft replaces, where these notes are kept; `null` where it would replace others than those it was made from. */
export function replaces(draft: Draft, kept: Notes): string | null {
  if (draft.version !== null) return draft.version;
  return kept.text === "" || kept.text === draft.text ? kept.version : null;
}

/** Returns what was typed in a game's notes on this device and the server has not heard. */
export function recallDraft(id: string): Draft | null {
  try {
    return readDraft(localStorage.getItem(keyOf(id)));
  } catch {
    return null;
  }
}

/** Keeps what was typed until the server has it. */
export function keepDraft(id: string, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(id), JSON.stringify(draft));
  } catch {
    // It is sent all the same.
  }
}

/** Forgets what was typed, if it is still this text. */
export function dropDraft(id: string, text: string): void {
  try {
    if (recallDraft(id)?.text === text) localStorage.removeItem(keyOf(id));
  } catch {
    // Nothing was kept.
  }
}
