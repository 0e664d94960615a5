import { beforeEach, expect, it } from "vitest";
import { keyOf, remove, store, stored, type StoredAnalysis } from "./recent";

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  globalThis.localStorage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) } as Storage;
});

const analysis = (start: string, text = "a"): StoredAnalysis => ({ spec: "game", start, moves: [], items: [{ move: { text, side: 1 } }], tags: [["Event", "?"]], at: 1 });

it("stores each analysis once, newest first, and forgets the oldest", () => {
  for (let i = 0; i < 25; i++) store(analysis(String(i)));
  store(analysis("10", "b"));
  expect(stored().length).toBe(20);
  expect(stored()[0]).toEqual(analysis("10", "b"));
  expect(stored().filter(({ start }) => start === "10").length).toBe(1);
  remove(analysis("10"));
  expect(stored().map(keyOf)).not.toContain(keyOf(analysis("10")));
});

it("drops large old analyses and those without anything new", () => {
  store(analysis("old", "x".repeat(1_000_000)));
  const next = { ...analysis("new", "x".repeat(1_000_000)), moves: ["a"], items: [...analysis("a").items, ...analysis("b", "x".repeat(1_000_000)).items] };
  store(next);
  expect(stored().map(({ start }) => start)).toEqual(["new"]);
  store({ ...next, items: analysis("a").items });
  expect(stored()).toEqual([]);
});

it("leaves out damaged analyses", () => {
  const damaged = [null, {}, { ...analysis("x"), items: [{}] }, { ...analysis("x"), tags: [["a"]] }, { ...analysis("x"), items: [{ move: { text: "a", side: 3 } }] }];
  kept.set("entourage.analyses", JSON.stringify([...damaged, analysis("good")]));
  expect(stored().map(({ start }) => start)).toEqual(["good"]);
  kept.set("entourage.analyses", "{");
  expect(stored()).toEqual([]);
});
