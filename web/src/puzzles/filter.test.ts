import { expect, test } from "vitest";
import { ANY, matches, nextOf, readFilter, themesOf } from "./filter";
import type { Puzzle } from "./puzzle";

const puzzle = (set: string, id: string, more: Partial<Puzzle> = {}): Puzzle => ({ set, id, rules: "1", spec: set, position: id, side: 1, winIn: 2, solution: {}, themes: [], level: "easy", ...more });
const one = puzzle("a", "1", { themes: ["quiet", "power:x"] });
const two = puzzle("a", "2", { winIn: 5, level: "hard", themes: ["quiet"] });
const three = puzzle("b", "3", { winIn: 3, themes: ["forced"] });
const all = [one, two, three];

test("filters combine", () => {
  const ids = (filter: Partial<typeof ANY>) => all.filter((puzzle) => matches(puzzle, { ...ANY, ...filter })).map(({ id }) => id).join("");
  expect([ids({}), ids({ set: "a" }), ids({ theme: "quiet" }), ids({ length: 2 }), ids({ level: "hard" })]).toEqual(["123", "12", "12", "1", "2"]);
  expect(ids({ length: 3 }), "longer wins are included").toBe("23");
  expect([ids({ set: "a", theme: "quiet", length: 3, level: "hard" }), ids({ set: "b", theme: "quiet" })]).toEqual(["2", ""]);
});

test("themes are counted; those of a game's powers only for a single game", () => {
  expect(themesOf([one, two])).toEqual([{ theme: "quiet", count: 2 }, { theme: "power:x", count: 1 }]);
  expect(themesOf(all).map(({ theme }) => theme)).toEqual(["quiet", "forced"]);
  expect(themesOf([])).toEqual([]);
});

test("the next puzzle is the next one that is not solved", () => {
  const next = (current: Puzzle | null, ...solved: string[]) => nextOf(all, current, ({ id }) => solved.includes(id))?.id;
  expect([next(null), next(one), next(three), next(one, "2"), next(two, "3")]).toEqual(["1", "2", "1", "3", "1"]);
  expect(next(one, "1", "2", "3"), "all are solved").toBe("2");
  expect(next(puzzle("b", "9"), "1"), "another puzzle").toBe("2");
  expect(nextOf([one], one, () => false)).toBeNull();
});

test("invalid stored filters match everything", () => {
  for (const kept of [null, 3, "a", { set: 3, theme: [], length: 9, level: "x" }, { set: "x".repeat(100) }]) expect(readFilter(kept)).toEqual(ANY);
  expect(readFilter({ set: "a", theme: "quiet", length: 2, level: "hard" })).toEqual({ set: "a", theme: "quiet", length: 2, level: "hard" });
});
