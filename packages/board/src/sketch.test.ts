import { expect, test } from "vitest";
import { sketched } from "./sketch";

test("what is drawn once more goes, and all else stays", () => {
  const [arrow, circle] = [{ from: "a1", to: "b2" }, { from: "a1", to: "a1" }];
  const both = sketched(sketched([], arrow), circle);
  expect(both).toEqual([arrow, circle]);
  expect(sketched(both, { from: "a1", to: "b2" })).toEqual([circle]);
  expect(sketched(both, { from: "b2", to: "a1" })).toHaveLength(3);
});
