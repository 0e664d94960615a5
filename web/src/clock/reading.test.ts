import { expect, test } from "vitest";
import type { ClockState } from "@entourage/rules";
import { announcedBy, awayFor, beginFor, freeDays, leftFor, pausedFor, shown } from "./reading";

const clock: ClockState = {
  now: 0,
  sides: [
    { grace: 1_000, bank: 5_000, vacation: 0, away: 0, announced: null },
    { grace: 2_000, bank: 7_000, vacation: 3, away: 0, announced: null },
  ],
  running: 1,
  timed: true,
  away: 0,
  paused: null,
  left: 6_000,
  begin: null,
};

/** Returns the clocks with changes to the first side's clock. */
const first = (changed: Partial<ClockState["sides"][0]>, others: Partial<ClockState> = {}): ClockState => ({
  ...clock,
  ...others,
  sides: [{ ...clock.sides[0], ...changed }, clock.sides[1]],
});

test("the side to move uses grace time, then main time, by the monotonic clock", () => {
  const heard = { clock, at: 100 };
  expect(shown(heard, 1, 100)).toEqual({ left: 6_000, bank: 5_000, runs: true });
  expect(shown(heard, 1, 900)).toEqual({ left: 5_200, bank: 5_000, runs: true });
  expect(shown(heard, 1, 2_100)).toEqual({ left: 4_000, bank: 4_000, runs: true });
  expect(shown(heard, 1, 99_999)).toEqual({ left: 0, bank: 0, runs: true });
  expect(shown(heard, 2, 99_999)).toEqual({ left: 9_000, bank: 7_000, runs: false });
  expect(leftFor(heard, 1_100)).toBe(5_000);
  // Clocks received in the future are treated as current.
  expect(shown(heard, 1, 0).left).toBe(6_000);
});

test("no clock runs during a vacation, in an untimed first turn, or after the game", () => {
  const away = { clock: first({ away: 10_000 }, { away: 10_000, left: 16_000 }), at: 0 };
  expect(shown(away, 1, 9_000)).toEqual({ left: 6_000, bank: 5_000, runs: false });
  expect(awayFor(away, 1, 9_000)).toBe(1_000);
  expect(shown(away, 1, 12_000)).toEqual({ left: 4_000, bank: 4_000, runs: true });
  const untimed = { clock: { ...clock, timed: false }, at: 0 };
  expect(shown(untimed, 1, 3_000)).toEqual({ left: 6_000, bank: 5_000, runs: false });
  const over = { clock: { ...clock, running: null, left: null }, at: 0 };
  expect(shown(over, 1, 3_000).runs).toBe(false);
  expect(leftFor(over, 3_000)).toBeNull();
});

test("the time to start a tournament game runs down", () => {
  const waiting = { clock: { ...clock, running: null, left: null, begin: 60_000 }, at: 100 };
  expect([beginFor(waiting, 100), beginFor(waiting, 20_100), beginFor(waiting, 99_999)]).toEqual([60_000, 40_000, 0]);
  expect(beginFor({ clock, at: 0 }, 3_000)).toBeNull();
  const { begin: _, ...former } = clock;
  expect(beginFor({ clock: former as ClockState, at: 0 }, 3_000)).toBeNull();
});

test("a scheduled vacation begins automatically, after the current one", () => {
  const day = 86_400_000;
  const announced = { vacation: 5, announced: { wait: 2_000, days: 2 } };
  const ahead = { clock: first(announced), at: 0 };
  expect([announcedBy(ahead, 1, 500), freeDays(ahead, 1)]).toEqual([{ wait: 1_500, days: 2 }, 3]);
  expect(shown(ahead, 1, 2_000)).toEqual({ left: 4_000, bank: 4_000, runs: false });
  expect([announcedBy(ahead, 1, 2_000), awayFor(ahead, 1, 3_000)]).toEqual([null, 2 * day - 1_000]);
  expect(shown(ahead, 1, 2 * day + 3_000)).toEqual({ left: 3_000, bank: 3_000, runs: true });
  const away = { clock: first({ ...announced, away: 5_000 }), at: 0 };
  expect([awayFor(away, 1, 1_000), awayFor(away, 1, 2_000)]).toEqual([4_000, 2 * day + 3_000]);
  expect(shown(away, 1, 2 * day + 6_000)).toMatchObject({ left: 5_000, runs: true });
  // The player who is not to move can be on vacation, too.
  const other = { clock: first(announced, { running: 2 }), at: 0 };
  expect(awayFor(other, 1, 3_000)).toBe(2 * day - 1_000);
  expect(shown(other, 1, 3_000)).toEqual({ left: 6_000, bank: 5_000, runs: false });
});

test("no time passes during a pause, which ends automatically", () => {
  const paused = { clock: first({ away: 1_000, announced: { wait: 9_000, days: 1 } }, { paused: 9_000 }), at: 0 };
  expect([pausedFor(paused, 8_000), pausedFor(paused, 9_000)]).toEqual([1_000, null]);
  expect(shown(paused, 1, 8_000)).toEqual({ left: 6_000, bank: 5_000, runs: false });
  expect([awayFor(paused, 1, 8_999), awayFor(paused, 1, 9_500)]).toEqual([1_000, 86_400_500]);
  const plain = { clock: { ...clock, paused: 9_000 }, at: 0 };
  expect(shown(plain, 1, 10_500)).toEqual({ left: 4_500, bank: 4_500, runs: true });
});
