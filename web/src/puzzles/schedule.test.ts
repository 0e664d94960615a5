import { beforeEach, expect, test, vi } from "vitest";

const KEY = "entourage.puzzles";
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 2, 1, 12);
const ONE = "a/0000000000001";
const TWO = "a/0000000000002";
const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.resetModules();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
});

const load = async () => ({ ...(await import("./store.svelte")), ...(await import("./schedule")) });

test("a failed puzzle is repeated at growing intervals until it is known", async () => {
  const { record, store } = await load();
  record(ONE, "failed", NOW);
  expect([store.due(NOW), store.due(NOW + DAY), store.scheduled]).toEqual([[], [ONE], 1]);
  let now = NOW;
  const intervals: number[] = [];
  for (let time = 0; time < 12 && store.card(ONE); time++) {
    now = store.card(ONE)?.due ?? 0;
    record(ONE, "clean", now);
    const next = store.card(ONE);
    if (next) intervals.push((next.due - now) / DAY);
  }
  expect(store.card(ONE)).toBeNull();
  expect(intervals.length).toBeGreaterThan(1);
  expect([...intervals].sort((a, b) => a - b)).toEqual(intervals);
  expect(intervals.every(Number.isInteger)).toBe(true);
});

test("a lapse shortens the interval", async () => {
  const { record, store } = await load();
  record(ONE, "failed", NOW);
  let now = NOW;
  for (let time = 0; time < 2; time++) record(ONE, "clean", (now = store.card(ONE)?.due ?? 0));
  const before = store.card(ONE)?.days ?? 0;
  record(ONE, "failed", (now = store.card(ONE)?.due ?? 0));
  expect(store.card(ONE)?.days).toBeLessThan(before);
  expect(store.card(ONE)?.lapses).toBe(1);
  expect(store.due(now)).toEqual([]);
});

test("a hint schedules a repetition; a clean solution and an early repetition do not", async () => {
  const { record, store } = await load();
  record(ONE, "clean", NOW);
  expect(store.scheduled).toBe(0);
  record(ONE, "hinted", NOW);
  const card = store.card(ONE);
  expect(card?.due).toBeGreaterThan(NOW);
  record(ONE, "clean", NOW + 1);
  expect(store.card(ONE)).toEqual(card);
});

test("mistakes end the streak, hints do not", async () => {
  const { record, store } = await load();
  const streak = () => [store.streak, store.best];
  record(ONE, "clean", NOW);
  record(TWO, "clean", NOW);
  record(ONE, "hinted", NOW);
  expect(streak()).toEqual([2, 2]);
  record(TWO, "failed", NOW);
  expect(streak()).toEqual([0, 2]);
  vi.resetModules();
  expect([(await load()).store.best, (await load()).store.streak]).toEqual([2, 0]);
});

test("solved puzzles are counted by set, and those of another tab are kept", async () => {
  const { solve, store } = await load();
  solve(ONE);
  solve(ONE);
  kept.set(KEY, JSON.stringify({ ...JSON.parse(kept.get(KEY) ?? ""), solved: [ONE, "b/0000000000003"] }));
  solve(TWO);
  expect([store.solvedOf("a"), store.solvedOf("b"), store.isSolved(TWO), store.isSolved("a/0000000000009")]).toEqual([2, 1, true, false]);
});

test("invalid stored values are dropped", async () => {
  const { readKept, store } = await load();
  const none = readKept(null);
  for (const text of ["?", "3", "null", '{"streak":-1,"best":"x","solved":3,"cards":[3],"filter":7}', '{"solved":["x","../a",4],"cards":{"a/1":{}}}']) expect(readKept(text), text).toEqual(none);
  const card = { due: NOW, stability: 1, difficulty: 5, days: 1, reps: 1, lapses: 0, reviewed: NOW };
  const cards = { [ONE]: card, [TWO]: { ...card, difficulty: 99 }, "no key": card, "a/0000000000003": { ...card, due: "soon" }, "a/0000000000004": { ...card, stability: 0 } };
  expect(readKept(JSON.stringify({ streak: 5, best: 2, solved: [ONE, ONE, 3], cards }))).toEqual({ ...none, streak: 5, best: 5, solved: [ONE], cards: { [ONE]: card } });
  expect(store.streak).toBe(0);
});

test("stored values are bounded: the oldest results and the latest repetitions are dropped", async () => {
  const { readKept } = await load();
  const key = (number: number) => `a/${String(number).padStart(13, "0")}`;
  const card = { stability: 1, difficulty: 5, days: 1, reps: 1, lapses: 0, reviewed: NOW };
  const cards = Object.fromEntries(Array.from({ length: 1_500 }, (_, i) => [key(i), { ...card, due: NOW + i }]));
  const found = readKept(JSON.stringify({ solved: Array.from({ length: 30_000 }, (_, i) => key(i)), cards }));
  expect([found.solved.length, found.solved.at(-1), Object.keys(found.cards).length, key(999) in found.cards, key(1_000) in found.cards]).toEqual([20_000, key(29_999), 1_000, true, false]);
});

test("without storage, results last as long as the page", async () => {
  vi.stubGlobal("localStorage", { getItem: () => { throw new Error("blocked"); }, setItem: () => { throw new Error("blocked"); } });
  const { record, store } = await load();
  record(ONE, "clean", NOW);
  expect(store.streak).toBe(1);
});
