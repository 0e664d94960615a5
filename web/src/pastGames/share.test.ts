import { expect, test } from "vitest";
import { shares } from "./share";

test("percentages add up to 100", () => {
  expect(shares({ games: 3, won: [1, 1] })).toEqual([34, 33, 33]);
  expect(shares({ games: 1, won: [0, 0] })).toEqual([0, 100, 0]);
  expect(shares({ games: 7, won: [5, 2] })).toEqual([71, 0, 29]);
  expect(shares({ games: 0, won: [0, 0] })).toEqual([0, 0, 0]);
});
