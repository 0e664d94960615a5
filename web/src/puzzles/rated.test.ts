import { expect, test, vi } from "vitest";
import type { Puzzle } from "./puzzle";

// The settings module reads the browser's languages when it loads.
vi.stubGlobal("navigator", { languages: ["en"] });
vi.stubGlobal("matchMedia", () => ({ matches: true }));
const { nearest } = await import("./rated");

test("the untried puzzle closest to the user's rating comes next", () => {
  const puzzles = ["a", "b", "c"].map((id) => ({ id }) as Puzzle);
  const next = (own: number, untried: [string, number][]) => nearest(puzzles, { own, untried: new Map(untried) })?.id;
  expect(next(1500, [["a", 1300], ["b", 1650], ["c", 1900]])).toBe("b");
  expect(next(1900, [["a", 1300], ["c", 1900]])).toBe("c");
  expect(next(1500, [])).toBeUndefined();
});
