import type { Heard } from "../api/state";
import type { ClockState, SideClock, Side } from "../api/types.generated";

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

/** Tells what a side's clock shows at a time of `performance.now()`. */
export function shown({ clock, at }: Heard, side: Side, now: number): Shown {
  const { grace, bank } = sideClock(clock, side);
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
