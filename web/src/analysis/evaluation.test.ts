import { expect, it } from "vitest";
import { forFirst, graphPoints, scoreForFirst } from "./evaluation";

it("shows scores and chances from the first side's point of view", () => {
  expect([scoreForFirst("+0.35", 1), scoreForFirst("+0.35", 2), scoreForFirst("-1.20", 2)]).toEqual(["+0.35", "-0.35", "+1.20"]);
  expect([scoreForFirst("#5", 2), scoreForFirst("#-5", 2), scoreForFirst("#5", 1)]).toEqual(["#-5", "#5", "#5"]);
  expect([scoreForFirst("0.00", 2), scoreForFirst("+0.00", 2), scoreForFirst("", 2)]).toEqual(["0.00", "+0.00", ""]);
  expect([forFirst(700, 1), forFirst(700, 2)]).toEqual([700, 300]);
});

it("spreads a game over the whole width of the graph", () => {
  expect(graphPoints([500, 1000], 3)).toEqual([{ x: 0, y: 50 }, { x: 50, y: 0 }]);
  expect(graphPoints([500, 1000, 0], 3)).toEqual([{ x: 0, y: 50 }, { x: 50, y: 0 }, { x: 100, y: 100 }]);
  expect(graphPoints([500], 1)).toEqual([{ x: 0, y: 50 }]);
});
