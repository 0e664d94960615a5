import type { GameState } from "../api/state";
import { isPreparing } from "../api/outbox";
import { info, matchOf } from "../rules/rules";
import { settings } from "../settings/settings.svelte";

/** Whose turn it is in a game of two people apart, as the person at this device reads it. */
export interface Turn {
  /** The game's name. */
  game: string;
  /** Whether the game waits for the person at this device. */
  waits: boolean;
  /** The last move in a sentence; nothing before the first. */
  last: string;
}

/** Tells whether this device plays one side of a game that the other has not left. */
export function isApart(state: GameState): boolean {
  const played = state.seat === "1" || state.seat === "2";
  return played && state.frozen === null && !state.resigned && !state.agreed && !state.aborted && !state.flagged && !state.lapsed;
}

/** Reads whose turn it is; `null` where nobody's is, or the rules here do not read the game. */
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
