import type { Seek } from "@entourage/rules";

/** A seek of this device with the key that opens its game. */
export interface Waiting extends Pick<Seek, "seek" | "spec" | "pace" | "lasts" | "opponent"> {
  key: string;
  /** Creation time in milliseconds since 1970. */
  since: number;
}

const STORAGE_KEY = "entourage.seeks";
/** How long the server keeps a seek, in milliseconds: two weeks, plus a day to learn that it has ended. */
const LONGEST = 15 * 86_400_000;

/** Reads the seeks of this device that outlive a visit. */
export function kept(now = Date.now()): Waiting[] {
  try {
    const all = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]") as Waiting[];
    return Array.isArray(all) ? all.filter((one) => typeof one?.key === "string" && now - one.since < LONGEST) : [];
  } catch {
    return [];
  }
}

/** Stores the seeks of this device that outlive a visit. */
export function keep(all: readonly Waiting[]): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(all.filter((one) => one.lasts)));
  } catch {
    // Without storage they last as long as the page.
  }
}
