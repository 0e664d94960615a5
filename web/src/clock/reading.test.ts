import { expect, test } from "vitest";
import type { ClockState } from "../api/types.generated";
import { awayFor, leftFor, shown } from "./reading";

const clock: ClockState = {
  now: 0,
  sides: [
    { grace: 1_000, bank: 5_000, vacation: 0 },
    { grace: 2_000, bank: 7_000, vacation: 3 },
  ],
  running: 1,
  timed: true,
  away: 0,
  left: 6_000,
};

test("the side to move uses grace, then the bank, by steady time", () => {
  const heard = { clock, at: 100 };
  expect(shown(heard, 1, 100)).toEqual({ left: 6_000, bank: 5_000, runs: true });
  expect(shown(heard, 1, 900)).toEqual({ left: 5_200, bank: 5_000, runs: true });
  expect(shown(heard, 1, 2_100)).toEqual({ left: 4_000, bank: 4_000, runs: true });
  expect(shown(heard, 1, 99_999)).toEqual({ left: 0, bank: 0, runs: true });
  expect(shown(heard, 2, 99_999)).toEqual({ left: 9_000, bank: 7_000, runs: false });
  expect(leftFor(heard, 1_100)).toBe(5_000);
  // What was told later than it is seems to be now.
  expect(shown(heard, 1, 0).left).toBe(6_000);
});

test("nothing runs on vacation, in a first turn that is not timed, or once the game is over", () => {
  const away = { clock: { ...clock, away: 10_000, left: 16_000 }, at: 0 };
  expect(shown(away, 1, 9_000)).toEqual({ left: 6_000, bank: 5_000, runs: false });
  expect(awayFor(away, 9_000)).toBe(1_000);
  expect(shown(away, 1, 12_000)).toEqual({ left: 4_000, bank: 4_000, runs: true });
  const first = { clock: { ...clock, timed: false }, at: 0 };
  expect(shown(first, 1, 3_000)).toEqual({ left: 6_000, bank: 5_000, runs: false });
  const over = { clock: { ...clock, running: null, left: null }, at: 0 };
  expect(shown(over, 1, 3_000).runs).toBe(false);
  expect(leftFor(over, 3_000)).toBeNull();
});
