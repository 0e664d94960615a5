import { drawKey } from "../api/key";
import type { Licence } from "@entourage/rules";

/** The author of games published from this device: a secret key and a name. */
export interface Author {
  key: string;
  name: string;
  licence: Licence;
}

const KEY = "entourage.author";

/** Returns the stored author; a new device creates a key. */
export function author(): Author {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<Author> | null;
    if (typeof found?.key === "string") return { name: "", licence: "CC-BY-4.0", ...found, key: found.key };
  } catch {
    // Replace invalid data.
  }
  return { key: drawKey(), name: "", licence: "CC-BY-4.0" };
}

/** Stores the author; returns whether there was room. */
export function keepAuthor(kept: Author): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}
