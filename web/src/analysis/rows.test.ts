import { expect, it } from "vitest";
import { rowsBetween } from "./rows";

it("draws only the rows that overlap an area", () => {
  const heights = [10, 20, 30, 40];
  expect(rowsBetween(heights, 0, 1_000)).toEqual({ from: 0, to: 4, before: 0, after: 0 });
  expect(rowsBetween(heights, 10, 31)).toEqual({ from: 1, to: 3, before: 10, after: 40 });
  expect(rowsBetween(heights, 30, 60)).toEqual({ from: 2, to: 3, before: 30, after: 40 });
  expect(rowsBetween(heights, -50, -10)).toEqual({ from: 0, to: 0, before: 0, after: 100 });
  expect(rowsBetween(heights, 500, 600)).toEqual({ from: 4, to: 4, before: 100, after: 0 });
  expect(rowsBetween([], 0, 100)).toEqual({ from: 0, to: 0, before: 0, after: 0 });
});

it("draws as many rows of a long list as of a short one", () => {
  const { from, to, before, after } = rowsBetween(Array.from({ length: 20_000 }, () => 28), 280_000, 280_560);
  expect([to - from, before + after]).toEqual([20, 28 * 19_980]);
});
