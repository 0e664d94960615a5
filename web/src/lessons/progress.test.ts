import { beforeEach, expect, test, vi } from "vitest";

const KEY = "entourage.lessons";
const store = new Map<string, string>();

beforeEach(() => {
  store.clear();
  vi.resetModules();
  vi.stubGlobal("localStorage", { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => store.set(key, value) });
});

const load = async () => (await import("./progress.svelte")).progress;

test("completed lessons are stored by game, and the next lesson is the first incomplete one", async () => {
  const progress = await load();
  const names = ["one", "two", "three"];
  expect([progress.count("a", names), progress.next("a", names)]).toEqual([0, "one"]);
  progress.finish("a", "one");
  progress.finish("a", "one");
  progress.finish("a", "three");
  expect([progress.count("a", names), progress.next("a", names), progress.isDone("b", "one")]).toEqual([2, "two", false]);
  vi.resetModules();
  const again = await load();
  expect([again.isDone("a", "three"), again.isDone("a", "two")]).toEqual([true, false]);
  again.finish("a", "two");
  expect(again.next("a", names)).toBe("one");
  expect(again.next("a", [])).toBeNull();
});

test("lessons completed in another tab are kept", async () => {
  const progress = await load();
  store.set(KEY, JSON.stringify({ a: ["two"], b: ["one"] }));
  progress.finish("a", "one");
  expect(JSON.parse(store.get(KEY) ?? "")).toEqual({ a: ["two", "one"], b: ["one"] });
});

test("invalid stored values are ignored", async () => {
  for (const kept of ["?", "3", "null", '{"a":3}', '{"a":[3,"one"]}']) {
    store.set(KEY, kept);
    vi.resetModules();
    const progress = await load();
    expect(progress.isDone("a", "one"), kept).toBe(kept.includes("one"));
    expect(progress.count("a", ["one", "two"])).toBe(kept.includes("one") ? 1 : 0);
  }
});
