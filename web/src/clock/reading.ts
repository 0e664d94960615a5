import type { ClockState, Hand, Side } from "../api/types";

/** Clocks as the server told them, and when that was by this page's own steady time: what the device believes the time of day to be does not matter. */
export interface Heard {
  clock: ClockState;
  /** `performance.now()` as it was told. */
  at: number;
}

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
export function hand(clock: ClockState, side: Side): Hand {
  return side === 1 ? clock.sides[0] : clock.sides[1];
}

/** Tells what a side's clock shows at a time of `performance.now()`. */
export function shown({ clock, at }: Heard, side: Side, now: number): Shown {
  const { grace, bank } = hand(clock, side);
  const passed = Math.max(0, now - at);
  const mine = clock.running === side && clock.timed;
  const used = mine ? Math.max(0, passed - clock.away) : 0;
  const taken = Math.max(0, used - grace);
  return { left: Math.max(0, grace + bank - used), bank: Math.max(0, bank - taken), runs: mine && passed >= clock.away };
}

/** Tells how long the side to move is still on vacation. */
export function awayFor({ clock, at }: Heard, now: number): number {
  return Math.max(0, clock.away - Math.max(0, now - at));
}

/** Tells how long it is until time is up, vacation included; `null` while no clock runs. */
export function leftFor({ clock, at }: Heard, now: number): number | null {
  return clock.left === null ? null : Math.max(0, clock.left - Math.max(0, now - at));
}
