import { LEVELS, type Level, type Puzzle } from "./puzzle";

/** The puzzles to play; empty fields and 0 match everything. */
export interface Filter {
  /** The name of a set. */
  set: string;
  theme: string;
  /** Number of moves to win in; the longest choice includes longer wins. */
  length: number;
  level: Level | "";
}

export const LENGTHS = [1, 2, 3] as const;

export const ANY: Filter = { set: "", theme: "", length: 0, level: "" };

/** Restores a stored filter; invalid fields match everything. */
export function readFilter(value: unknown): Filter {
  const { set, theme, length, level } = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const text = (field: unknown) => (typeof field === "string" && field.length <= 64 ? field : "");
  return { set: text(set), theme: text(theme), length: LENGTHS.find((one) => one === length) ?? 0, level: LEVELS.find((one) => one === level) ?? "" };
}

/** Returns whether a puzzle passes a filter. */
export function matches(puzzle: Puzzle, { set, theme, length, level }: Filter): boolean {
  const longest = LENGTHS.at(-1) ?? 0;
  return (
    (set === "" || puzzle.set === set) &&
    (theme === "" || puzzle.themes.includes(theme)) &&
    (length === 0 || puzzle.winIn === length || (length === longest && puzzle.winIn > longest)) &&
    (level === "" || puzzle.level === level)
  );
}

/** Counts the themes of puzzles, the most frequent first. Themes about powers of a game are omitted for several games. */
export function themesOf(puzzles: readonly Puzzle[]): { theme: string; count: number }[] {
  const several = puzzles.some(({ set }) => set !== puzzles[0]?.set);
  const counts = new Map<string, number>();
  for (const theme of puzzles.flatMap(({ themes }) => themes)) {
    if (!several || !theme.includes(":")) counts.set(theme, (counts.get(theme) ?? 0) + 1);
  }
  return [...counts].map(([theme, count]) => ({ theme, count })).sort((a, b) => b.count - a.count || (a.theme < b.theme ? -1 : 1));
}

/** Returns the puzzle to play after another: the next one that is not solved, or else the next one; `null` if there is no other. */
export function nextOf(puzzles: readonly Puzzle[], current: Puzzle | null, isSolved: (puzzle: Puzzle) => boolean): Puzzle | null {
  const place = current ? puzzles.findIndex(({ set, id }) => set === current.set && id === current.id) : -1;
  const others = [...puzzles.slice(place + 1), ...puzzles.slice(0, Math.max(place, 0))];
  return others.find((puzzle) => !isSolved(puzzle)) ?? others[0] ?? null;
}
