import { dropReport } from "./reports";

/** A draft of a game on this device. */
export interface Manuscript {
  id: string;
  text: string;
  /** The text it started from, for comparison; empty for none. */
  origin: { name: string; text: string };
  /** The editor's undo history. */
  changes: unknown;
  /** The version published last; empty for none. */
  handedIn: string;
  /** The public game it is based on; empty for none. */
  clonedFrom: string;
  /** Time of the last change, in milliseconds since 1970. */
  touched: number;
}

const PREFIX = "entourage.manuscript.";
/** Maximum size of a stored undo history; the text is always stored. */
const MOST_REMEMBERED = 400_000;

/** Lists this device's drafts, most recent first. */
export function manuscripts(): Manuscript[] {
  const found: Manuscript[] = [];
  for (let i = 0; i < localStorage.length; i++) {
    const key = localStorage.key(i);
    const manuscript = key?.startsWith(PREFIX) ? read(key) : null;
    if (manuscript) found.push(manuscript);
  }
  return found.sort((one, other) => other.touched - one.touched);
}

/** Returns a draft of this device. */
export const manuscript = (id: string): Manuscript | null => read(PREFIX + id);

function read(key: string): Manuscript | null {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "null") as Partial<Manuscript> | null;
    if (typeof found?.id !== "string" || typeof found.text !== "string") return null;
    return { origin: { name: "", text: "" }, changes: null, handedIn: "", clonedFrom: "", touched: 0, ...found } as Manuscript;
  } catch {
    return null;
  }
}

/** Returns a draft changed by another tab; `null` if the event concerns something else. */
export const manuscriptOf = (id: string, { key }: StorageEvent): Manuscript | null => (key === PREFIX + id ? manuscript(id) : null);

/** Stores a draft; returns whether there was room. */
export function keepManuscript(kept: Manuscript): boolean {
  const changes = kept.changes !== null && JSON.stringify(kept.changes).length <= MOST_REMEMBERED ? kept.changes : null;
  for (const one of changes === null ? [kept] : [{ ...kept, changes }, { ...kept, changes: null }]) {
    try {
      localStorage.setItem(PREFIX + one.id, JSON.stringify({ ...one, changes: one === kept ? null : one.changes }));
      return true;
    } catch {
      // There may be room without the undo history.
    }
  }
  return false;
}

export function dropManuscript(id: string): void {
  localStorage.removeItem(PREFIX + id);
  dropReport(id);
}

/** Creates a draft with a text. */
export function beginManuscript(text: string, origin: Manuscript["origin"], clonedFrom = ""): Manuscript {
  const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(36).padStart(2, "0")).join("").slice(0, 12);
  const begun: Manuscript = { id, text, origin, changes: null, handedIn: "", clonedFrom, touched: Date.now() };
  keepManuscript(begun);
  return begun;
}

/** Returns the game's title in a text; empty if there is none. */
export const titleOf = (text: string): string => /^game\s+\S+\s+"([^"\n]*)"/m.exec(text)?.[1] ?? "";

/** Returns the game's name in a text; empty if there is none. */
export const wordOf = (text: string): string => /^game\s+([^\s"]+)/m.exec(text)?.[1] ?? "";
