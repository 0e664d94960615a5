import { expect, test } from "vitest";
import type { GameInfo } from "@entourage/rules";
import { layOut } from "@entourage/board/layout";
import { grid } from "@entourage/board/layout.testing";
import { partOf } from "./part";

const board = grid(5, 5);
const names = board.squares.map(({ name }) => name);
const info = { board, courier: { labels: [[], []], coordinates: names.map((name) => `~${name}`), beside: board.labels.map(({ text }) => `~${text}`) } } as unknown as GameInfo;

test("a cropped board has its own squares and coordinates only", () => {
  const part = partOf(info, ["b2", "d3"]);
  expect(part.board.squares.map(({ name }) => name).sort()).toEqual(["b2", "b3", "c2", "c3", "d2", "d3"]);
  expect(part.board.labels.map(({ text }) => text).sort()).toEqual(["2", "3", "b", "c", "d"]);
  expect(part.courier.coordinates).toHaveLength(6);
  expect(part.courier.beside?.toSorted()).toEqual(["~2", "~3", "~b", "~c", "~d"]);
  // The part does not depend on which corners are named.
  expect(partOf(info, ["d2", "b3"]).board).toEqual(part.board);
  // A board that is not rectangular needs squares on three or four sides.
  expect(partOf(info, ["b3", "c2", "d3"]).board).toEqual(part.board);
});

test("the squares of a board cropped to seven files are at least 54 pixels wide on a narrow screen, with coordinates on the rim", () => {
  const wide = { ...info, board: grid(11, 11) };
  const layout = layOut(partOf(wide, ["c3", "i9"]).board, false, false, false, true);
  expect((390 / layout.box.width) * 100).toBeGreaterThanOrEqual(54);
  expect(layout.labels).toHaveLength(14);
  expect(layout.labels.every(({ x, y }) => x >= layout.box.x && y <= layout.box.y + layout.box.height)).toBe(true);
});

test("without a crop, or with unknown squares, the whole board is shown", () => {
  expect(partOf(info, null)).toBe(info);
  expect(partOf(info, ["a1", "z9"])).toBe(info);
});
