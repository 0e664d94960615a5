import { drawKey } from "../api/key";
import type { Licence } from "@entourage/rules";

/** Who hands in games from this device: a key that is theirs alone, and what they are called. */
export interface Author {
  key: string;
  name: string;
  licence: Licence;
}

const KEY = "entourage.author";

/** Recalls who hands in games here; a device that never did draws a key. */
export function author(): Author {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<Author> | null;
    if (typeof found?.key === "string") return { name: "", licence: "CC-BY-4.0", ...found, key: found.key };
  } catch {
    // What cannot be read is drawn anew.
  }
  return { key: drawKey(), name: "", licence: "CC-BY-4.0" };
}

/** Keeps who hands in games here; tells whether the device had room for it. */
export function keepAuthor(kept: Author): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}
