import type { Heard } from "../api/state";
import type { Announcement, ClockState, SideClock, Side } from "@entourage/rules";

const DAY = 86_400_000;

/** What a side's clock shows. */
export interface Shown {
  /** What it may still use in this turn, or in its next one, in milliseconds. */
  left: number;
  /** Of that, the bank. */
  bank: number;
  /** Whether it runs down just now. */
  runs: boolean;
}

/** Returns what a side has left, as it was told. */
export function sideClock(clock: ClockState, side: Side): SideClock {
  return side === 1 ? clock.sides[0] : clock.sides[1];
}

/** A side's vacations, in milliseconds since the clocks were told; none passes, and none begins, while the game is paused. */
interface Vacations {
  /** When the game goes on by itself, if it is paused. */
  pause: number;
  /** When the vacation ends that the side is on. */
  end: number;
  /** When the announced one begins and ends; it follows the one that the side is on. */
  from: number;
  until: number;
}

function vacations(clock: ClockState, side: Side): Vacations {
  const { away, announced } = sideClock(clock, side);
  const pause = clock.paused ?? 0;
  const [end, from] = [pause + away, announced ? announced.wait : Infinity];
  return { pause, end, from, until: Math.max(end, from) + (announced?.days ?? 0) * DAY };
}

const since = (at: number, now: number) => Math.max(0, now - at);

/** Tells what a side's clock shows at a time of `performance.now()`. */
export function shown({ clock, at }: Heard, side: Side, now: number): Shown {
  const { grace, bank } = sideClock(clock, side);
  const passed = since(at, now);
  const { end, from, until } = vacations(clock, side);
  const mine = clock.running === side && clock.timed;
  const used = mine ? Math.max(0, Math.min(passed, from) - end) + Math.max(0, passed - until) : 0;
  const taken = Math.max(0, used - grace);
  const stands = passed < end || (passed >= from && passed < until);
  return { left: Math.max(0, grace + bank - used), bank: Math.max(0, bank - taken), runs: mine && !stands };
}

/** Tells how long a side is still on vacation. */
export function awayFor({ clock, at }: Heard, side: Side, now: number): number {
  const passed = since(at, now);
  const { pause, end, from, until } = vacations(clock, side);
  return Math.max(0, (passed >= from ? until : end) - Math.max(passed, pause));
}

/** Tells how long it is until a side's announced vacation begins, and for how many days; `null` where none is announced (any more). */
export function announcedBy({ clock, at }: Heard, side: Side, now: number): Announcement | null {
  const { announced } = sideClock(clock, side);
  const wait = (announced?.wait ?? 0) - since(at, now);
  return announced && wait > 0 ? { wait, days: announced.days } : null;
}

/** Tells how many days of vacation a side has neither taken nor announced. */
export function freeDays({ clock }: Heard, side: Side): number {
  const { vacation, announced } = sideClock(clock, side);
  return vacation - (announced?.days ?? 0);
}

/** Tells how long the game is still paused; `null` where it is not (any more). */
export function pausedFor({ clock, at }: Heard, now: number): number | null {
  const paused = (clock.paused ?? 0) - since(at, now);
  return paused > 0 ? paused : null;
}

/** Tells how long it is until whoever has not come to a tournament's game, or not made their first move, loses it; `null` where nobody waits for that. */
export function beginFor({ clock, at }: Heard, now: number): number | null {
  // While servers are replaced one by one, a former version may answer, which tells nothing of it.
  const begin = clock.begin ?? null;
  return begin === null ? null : Math.max(0, begin - since(at, now));
}

/** Tells how long it is until time is up, vacation and pause included; `null` while no clock runs. */
export function leftFor({ clock, at }: Heard, now: number): number | null {
  return clock.left === null ? null : Math.max(0, clock.left - since(at, now));
}
