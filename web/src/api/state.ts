import type { ClockState, State } from "@entourage/rules";

/** Fields that copies stored by older versions lack, or that are missing until the server has answered. */
type Later = "status" | "game" | "setup" | "given" | "degree" | "protest" | "offer" | "agreed" | "aborted" | "flagged" | "absent" | "lapsed" | "rematch" | "seat" | "host" | "open" | "names" | "bots" | "tournament" | "rated" | "ratings" | "pace" | "clock";

/**
 * A game as this device knows it, possibly stored by an older version. Clocks and invitations are not stored, because they are valid only while
 * connected.
 */
export type GameState = Omit<State, Later | "createdAt"> & Partial<Pick<State, Later>> & { createdAt: string | number };

/** Clocks from the server with the time of receipt by this page's monotonic clock: the device's time of day is irrelevant. */
export interface Heard {
  clock: ClockState;
  /** `performance.now()` at receipt. */
  at: number;
}
