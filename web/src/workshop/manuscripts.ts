import { dropReport } from "./reports";

/** A game that somebody writes on this device. */
export interface Manuscript {
  id: string;
  text: string;
  /** What it was begun from, to tell what differs; empty where it was begun from nothing. */
  origin: { name: string; text: string };
  /** What the editor remembers of its changes, so that they can be undone after the page was left. */
  changes: unknown;
  /** The game that was handed in last from it, by its name; empty for none. */
  handedIn: string;
  /** The public game that it was made from, by its name; empty for none. */
  clonedFrom: string;
  /** When it was last touched, in milliseconds of the device's time. */
  touched: number;
}

const PREFIX = "entourage.manuscript.";
/** More of an editor's memory than this is not kept; the text always is. */
const MOST_REMEMBERED = 400_000;

/** Lists the manuscripts of this device, the one last touched first. */
export function manuscripts(): Manuscript[] {
  const found: Manuscript[] = [];
  for (let i = 0; i < localStorage.length; i++) {
    const key = localStorage.key(i);
    const manuscript = key?.startsWith(PREFIX) ? read(key) : null;
    if (manuscript) found.push(manuscript);
  }
  return found.sort((one, other) => other.touched - one.touched);
}

/** Finds a manuscript of this device. */
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

/** Reads what another tab has kept of a manuscript; `null` where the event tells of something else. */
export const manuscriptOf = (id: string, { key }: StorageEvent): Manuscript | null => (key === PREFIX + id ? manuscript(id) : null);

/** Keeps a manuscript as it stands; tells whether the device had room for it. */
export function keepManuscript(kept: Manuscript): boolean {
  const changes = kept.changes !== null && JSON.stringify(kept.changes).length <= MOST_REMEMBERED ? kept.changes : null;
  for (const one of changes === null ? [kept] : [{ ...kept, changes }, { ...kept, changes: null }]) {
    try {
      localStorage.setItem(PREFIX + one.id, JSON.stringify({ ...one, changes: one === kept ? null : one.changes }));
      return true;
    } catch {
      // Without the memory of changes there may be room.
    }
  }
  return false;
}

export function dropManuscript(id: string): void {
  localStorage.removeItem(PREFIX + id);
  dropReport(id);
}

/** Begins a manuscript with a text. */
export function beginManuscript(text: string, origin: Manuscript["origin"], clonedFrom = ""): Manuscript {
  const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(36).padStart(2, "0")).join("").slice(0, 12);
  const begun: Manuscript = { id, text, origin, changes: null, handedIn: "", clonedFrom, touched: Date.now() };
  keepManuscript(begun);
  return begun;
}

/** Reads how a text calls its game for people; empty where it does not. */
export const titleOf = (text: string): string => /^game\s+\S+\s+"([^"\n]*)"/m.exec(text)?.[1] ?? "";

/** Reads the word by which a text calls its game; empty where it does not. */
export const wordOf = (text: string): string => /^game\s+([^\s"]+)/m.exec(text)?.[1] ?? "";
