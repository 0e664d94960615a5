/** Where this device notes that it has the typefaces. */
const KEY = "entourage.typefaces";

/** Returns whether the typefaces were loaded on an earlier visit, so that they come from the browser's cache. */
export function haveTypefaces(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Loads the typefaces; text is in similar local fonts until then. */
export async function loadTypefaces(): Promise<void> {
  await import("./fonts.css");
  try {
    localStorage.setItem(KEY, "1");
  } catch {
    // Without storage the next visit is like the first.
  }
}
