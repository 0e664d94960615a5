import boxes from "virtual:boxes";
import type { Puzzle } from "./puzzle";
import { loadSet, SETS } from "./sets";

const DAY_MS = 86_400_000;
/** Puzzles that are days apart come from different parts of the file. */
const STRIDE = 37;

/** Returns the number of the current day in UTC, which is the same for all users. */
export const today = (now = Date.now()): number => Math.floor(now / DAY_MS);

/** Returns the set of a day's puzzle: the sets of the built-in games take turns, because their rules are loaded anyway. */
export function dailySet(day: number, sets: readonly string[] = SETS): string {
  const own = sets.filter((set) => boxes.en.some(({ id }) => id === set));
  return own[day % own.length] ?? "";
}

/** Returns a day's puzzle, which takes at least two moves. */
export function dailyOf(puzzles: readonly Puzzle[], day: number): Puzzle | null {
  const long = puzzles.filter(({ winIn }) => winIn >= 2);
  return long[(day * STRIDE) % long.length] ?? null;
}

export async function loadDaily(day = today()): Promise<Puzzle | null> {
  return dailyOf(await loadSet(dailySet(day)), day);
}
