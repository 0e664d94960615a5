import type { Notes } from "@entourage/rules";

/** Unsaved notes with the version that they replace; `null` if unknown. */
export interface Draft {
  text: string;
  version: string | null;
}

const keyOf = (id: string) => `entourage.notes.${id}`;

/** Parses a stored draft; an earlier version stored the text alone. */
export function readDraft(kept: string | null): Draft | null {
  if (kept === null) return null;
  try {
    const draft = JSON.parse(kept) as Partial<Draft> | null;
    if (typeof draft?.text === "string") return { text: draft.text, version: typeof draft.version === "string" ? draft.version : null };
  } catch {
    // The value is the text itself.
  }
  return { text: kept, version: null };
}

/** Returns the version that a draft replaces; `null` if it would overwrite notes that it is not based on. */
export function replaces(draft: Draft, kept: Notes): string | null {
  if (draft.version !== null) return draft.version;
  return kept.text === "" || kept.text === draft.text ? kept.version : null;
}

/** Returns the unsaved notes of a game on this device. */
export function recallDraft(id: string): Draft | null {
  try {
    return readDraft(localStorage.getItem(keyOf(id)));
  } catch {
    return null;
  }
}

/** Stores unsaved notes. */
export function keepDraft(id: string, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(id), JSON.stringify(draft));
  } catch {
    // The notes are still sent.
  }
}

/** Removes unsaved notes if they are still this text. */
export function dropDraft(id: string, text: string): void {
  try {
    if (recallDraft(id)?.text === text) localStorage.removeItem(keyOf(id));
  } catch {
    // Nothing was stored.
  }
}
