/** Durations as the server writes them in time controls, and as clocks show them. */

const UNITS = [
  ["d", 86_400],
  ["h", 3_600],
  ["m", 60],
  ["s", 1],
] as const;

export type Unit = (typeof UNITS)[number][0];

/** Formats seconds in the largest unit that divides them, as in a time control. */
export function writeSpan(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds % size === 0) ?? ["s", 1];
  return `${seconds / size}${unit}`;
}

/** Splits a duration of a time control into number and unit; `null` if invalid. */
export function readSpan(text: string): { count: number; unit: Unit } | null {
  const found = /^([1-9]\d{0,9})([dhms])$/.exec(text);
  return found ? { count: Number(found[1]), unit: found[2] as Unit } : null;
}

/** Below this time, in milliseconds, a clock shows tenths and warns. */
export const SHORT = 20_000;

/**
 * Formats milliseconds for a clock: days and hours, hours and minutes, minutes and seconds, or seconds with tenths. With days, a started minute
 * counts as whole: a player who has just received three days sees three days.
 */
export function face(milliseconds: number, unit: (count: number, unit: "day" | "hour") => string): string {
  const left = Math.max(0, milliseconds);
  if (left < SHORT) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.floor(left / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3_600), Math.floor(seconds / 60)];
  if (days > 0) {
    const begun = Math.floor((seconds + 59) / 3_600);
    return `${unit(Math.floor(begun / 24), "day")} ${unit(begun % 24, "hour")}`;
  }
  return hours > 0 ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
