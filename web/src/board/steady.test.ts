import { expect, test } from "vitest";
import { steady } from "./steady";

test("a list is another one only where something in it has changed", () => {
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
