import type { GameState } from "../api/state";
import { isPreparing } from "../api/outbox";
import { info, matchOf } from "../rules/rules";
import { settings } from "../settings/settings.svelte";

/** Whose turn it is in a game between two devices. */
export interface Turn {
  game: string;
  /** Whether it is the turn of the user of this device. */
  waits: boolean;
  /** The last move as a sentence; empty before the first. */
  last: string;
}

/** Returns whether this device plays one side of an unfinished game against another device. */
export function isApart(state: GameState): boolean {
  const played = state.seat === "1" || state.seat === "2";
  return played && state.frozen === null && !state.resigned && !state.agreed && !state.aborted && !state.flagged && !state.absent && !state.lapsed;
}

/** Returns whose turn it is; `null` if no one's, or if the game cannot be read. */
export function turnOf(state: GameState): Turn | null {
  if (!isApart(state)) return null;
  try {
    const { name } = info(state.spec, settings.language);
    if (isPreparing(state)) return { game: name, waits: state.setup?.committed[Number(state.seat) - 1] === false, last: "" };
    const match = matchOf(state);
    const view = match.view(settings.language);
    const last = match.record(settings.language).at(-1)?.sentence ?? "";
    match.free();
    return view.ended ? null : { game: name, waits: String(view.side) === state.seat, last };
  } catch {
    return null;
  }
}
