import { expect, test } from "vitest";
import type { MoveRecord } from "@entourage/rules";
import { numberOf, rounds } from "./rounds";

const record = (...sides: (1 | 2)[]) => sides.map((side, i) => ({ ply: i + 1, side }) as MoveRecord);

test("a row has a move of each side, and a turn of several plies has one number", () => {
  const told = (list: MoveRecord[]) => rounds(list).map(({ number, cells }) => [number, ...cells.map((move) => move?.ply ?? null)]);
  expect(told(record(1, 2, 1))).toEqual([[1, 1, 2], [2, 3, null]]);
  expect(told(record(2, 1, 2))).toEqual([[1, null, 1], [2, 2, 3]]);
  expect(told(record(1, 1, 2, 2, 1))).toEqual([[1, 1, null], [null, 2, 3], [null, null, 4], [2, 5, null]]);
});

test("a move has the number of its row", () => {
  const list = record(1, 2, 1, 2, 2, 1);
  expect([1, 2, 3, 4, 5, 6].map((ply) => numberOf(list, ply))).toEqual([1, 1, 2, 2, 2, 3]);
});
