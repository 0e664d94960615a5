import type { Heard } from "../api/state";
import type { Announcement, ClockState, SideClock, Side } from "@entourage/rules";

const DAY = 86_400_000;

/** A side's clock at a moment. */
export interface Shown {
  /** Remaining time for this turn, or the next one, in milliseconds. */
  left: number;
  /** The part of it that is main time. */
  bank: number;
  /** Whether the clock is running. */
  runs: boolean;
}

/** Returns a side's clock as the server sent it. */
export function sideClock(clock: ClockState, side: Side): SideClock {
  return side === 1 ? clock.sides[0] : clock.sides[1];
}

/** A side's vacations, in milliseconds since the clocks arrived; during a pause they neither pass nor begin. */
interface Vacations {
  /** When the pause ends automatically. */
  pause: number;
  /** When the current vacation ends. */
  end: number;
  /** When the scheduled vacation begins and ends; it follows the current one. */
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

/** Returns a side's clock at a time of `performance.now()`. */
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

/** Returns the remaining vacation of a side in milliseconds. */
export function awayFor({ clock, at }: Heard, side: Side, now: number): number {
  const passed = since(at, now);
  const { pause, end, from, until } = vacations(clock, side);
  return Math.max(0, (passed >= from ? until : end) - Math.max(passed, pause));
}

/** Returns when a side's scheduled vacation begins and its length in days; `null` if there is none. */
export function announcedBy({ clock, at }: Heard, side: Side, now: number): Announcement | null {
  const { announced } = sideClock(clock, side);
  const wait = (announced?.wait ?? 0) - since(at, now);
  return announced && wait > 0 ? { wait, days: announced.days } : null;
}

/** Returns the days of vacation that a side has neither taken nor scheduled. */
export function freeDays({ clock }: Heard, side: Side): number {
  const { vacation, announced } = sideClock(clock, side);
  return vacation - (announced?.days ?? 0);
}

/** Returns the remaining pause in milliseconds; `null` if the game is not paused. */
export function pausedFor({ clock, at }: Heard, now: number): number | null {
  const paused = (clock.paused ?? 0) - since(at, now);
  return paused > 0 ? paused : null;
}

/** Returns the time within which a player of a tournament game must join or make the first move; `null` if it does not apply. */
export function beginFor({ clock, at }: Heard, now: number): number | null {
  // During an upgrade an older server may answer, which does not send this field.
  const begin = clock.begin ?? null;
  return begin === null ? null : Math.max(0, begin - since(at, now));
}

/** Returns the time until the side to move runs out of time, including vacation and pause; `null` while no clock runs. */
export function leftFor({ clock, at }: Heard, now: number): number | null {
  return clock.left === null ? null : Math.max(0, clock.left - since(at, now));
}
