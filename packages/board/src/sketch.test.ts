import { expect, test } from "vitest";
import { sketched } from "./sketch";

test("drawing the same shape again removes it and keeps the others", () => {
  const [arrow, circle] = [{ from: "a1", to: "b2" }, { from: "a1", to: "a1" }];
  const both = sketched(sketched([], arrow), circle);
  expect(both).toEqual([arrow, circle]);
  expect(sketched(both, { from: "a1", to: "b2" })).toEqual([circle]);
  expect(sketched(both, { from: "b2", to: "a1" })).toHaveLength(3);
});
