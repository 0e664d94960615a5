import { beforeEach, expect, it } from "vitest";
import { keyOf, remove, store, stored, storedItems, type Analysed } from "./recent";

const kept = new Map<string, string>();
/** Keys in the order in which they were written. */
let written: string[] = [];

beforeEach(() => {
  kept.clear();
  written = [];
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void (written.push(key), kept.set(key, value)),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
});

const analysis = (start: string, text = "a"): Analysed => ({ spec: "game", start, moves: [], items: [{ move: { text, side: 1 } }], tags: [["Event", "?"]], at: 1 });
const starts = () => stored().map(({ start }) => start);

it("stores each analysis once, newest first, and forgets the oldest", () => {
  for (let i = 0; i < 25; i++) store(analysis(String(i)));
  store(analysis("10", "b"));
  expect(starts()).toEqual(["10", ...Array.from({ length: 20 }, (_, i) => String(24 - i)).filter((one) => one !== "10")]);
  expect(stored()[0]).toMatchObject({ count: 1, tags: [["Event", "?"]] });
  expect(stored().map((one) => storedItems(one))).toEqual(starts().map((start) => analysis(start, start === "10" ? "b" : "a").items));
  remove(stored()[0]!);
  expect(stored().map(keyOf)).not.toContain(keyOf(analysis("10")));
  // The list and one entry for each tree.
  expect(kept.size).toBe(20);
});

it("writes only the changed tree and the list", () => {
  for (const start of ["0", "1", "2"]) store(analysis(start));
  written = [];
  store(analysis("1", "b"));
  expect(written).toEqual(["entourage.analyses.1", "entourage.analyses"]);
});

it("drops large old analyses and those without anything new", () => {
  store(analysis("old", "x".repeat(1_000_000)));
  const next = { ...analysis("new", "x".repeat(1_000_000)), moves: ["a"], items: [...analysis("a").items, ...analysis("b", "x".repeat(1_000_000)).items] };
  store(next);
  expect(starts()).toEqual(["new"]);
  store({ ...next, items: analysis("a").items });
  expect([stored(), kept.size]).toEqual([[], 1]);
});

it("leaves out damaged analyses", () => {
  store(analysis("good"));
  const good = stored()[0]!;
  kept.set("entourage.analyses", JSON.stringify([null, {}, { ...good, slot: "1" }, { ...good, tags: [["a"]] }, good]));
  expect(starts()).toEqual(["good"]);
  for (const items of [[{}], [{ move: { text: "a", side: 3 } }], 7]) {
    kept.set("entourage.analyses.0", JSON.stringify(items));
    expect(storedItems(good)).toEqual([]);
  }
  kept.set("entourage.analyses", "{");
  expect(stored()).toEqual([]);
});
