import type { ClockState, State } from "@entourage/rules";

/** What states have only since some version, or once the server knows them: copies that a device kept from before lack it. */
type Later = "status" | "game" | "setup" | "given" | "degree" | "protest" | "offer" | "agreed" | "aborted" | "flagged" | "lapsed" | "rematch" | "seat" | "host" | "open" | "names" | "bots" | "tournament" | "rated" | "ratings" | "pace" | "clock";

/** A game as this device knows it: what the server told, perhaps to an older page; what only holds while it is heard, the clocks and whether the game is offered, is left out of a copy that is kept. */
export type GameState = Omit<State, Later | "createdAt"> & Partial<Pick<State, Later>> & { createdAt: string | number };

/** Clocks as the server told them, and when that was by this page's own steady time: what the device believes the time of day to be does not matter. */
export interface Heard {
  clock: ClockState;
  /** `performance.now()` as it was told. */
  at: number;
}
