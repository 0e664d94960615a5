import { expect, test } from "vitest";
import type { EffectView, MoveRecord } from "@entourage/rules";
import { lead, lostBy } from "./captures";

const move = (...effects: EffectView[]) => ({ effects }) as MoveRecord;
const gone = (kind: number, side: 1 | 2): EffectView => ({ type: "remove", square: "a1", kind, side });

test("lost pieces are counted up to the move shown, without those put back on the board", () => {
  const record = [move(gone(3, 2)), move(gone(1, 1), gone(3, 2)), move({ type: "place", square: "b2", kind: 3, side: 2 }), move({ type: "pass" })];
  expect(lostBy(2, record, 1)).toEqual([{ kind: 3, side: 2 }]);
  expect(lostBy(2, record, 2)).toHaveLength(2);
  expect(lostBy(2, record, 4)).toEqual([{ kind: 3, side: 2 }]);
  expect(lostBy(1, record, 4)).toEqual([{ kind: 1, side: 1 }]);
  // A piece that is dropped from the hand is not lost, whichever effect comes first.
  const dropped: EffectView = { type: "place", square: "b2", kind: 4, side: 1 };
  expect(lostBy(1, [move(dropped, gone(4, 1))], 1)).toEqual([]);
  expect(lostBy(1, [move(gone(4, 1), dropped)], 1)).toEqual([]);
});

test("a material lead is counted in units of the least valuable piece, and is 0 for the other side", () => {
  const kinds = [{ worth: 100 }, { worth: 460 }];
  const pieces = [{ kind: 1, side: 1 as const }, { kind: 0, side: 2 as const }, { kind: 0, side: 2 as const }];
  expect(lead(pieces, kinds, 1)).toBe(3);
  expect(lead(pieces, kinds, 2)).toBe(0);
  expect(lead([], kinds, 1)).toBe(0);
});
