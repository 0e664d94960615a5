import { expect, test } from "vitest";
import { remembered, steady, steadySet } from "./steady";

test("the list is replaced only if an item changes", () => {
  const [a, b] = [{}, {}];
  let list = [a];
  const read = steady(() => [...list]);
  const first = read();
  expect(read()).toBe(first);
  list = [a, b];
  const second = read();
  expect(second).not.toBe(first);
  list = [b, a];
  expect(read()).toEqual([b, a]);
  list = [];
  expect(read()).toEqual([]);
});

test("the set is replaced only if its elements change", () => {
  let things = ["a", "b"];
  const read = steadySet(() => new Set(things));
  const first = read();
  things = ["b", "a"];
  expect(read()).toBe(first);
  things = ["a", "c"];
  expect([...read()]).toEqual(["a", "c"]);
});

test("a value is computed once per pair of objects", () => {
  const [a, b, layout, other] = [{}, {}, {}, {}];
  let made = 0;
  const make = remembered((_one: object, _layout: object, word: string) => `${word} ${++made}`);
  expect([make(a, layout, "x"), make(b, layout, "x"), make(a, other, "x"), make(a, layout, "x")]).toEqual(["x 1", "x 2", "x 3", "x 1"]);
});
