import { entries, recall } from "../api/library";
import { current } from "../api/outbox";
import { readGame } from "../api/server";
import type { GameState } from "../api/state";
import { gameAddress } from "../addresses";
import { settings } from "../settings/settings.svelte";
import { waiting } from "./waiting.svelte";
import { isApart, turnOf } from "./turn";

/** Polling interval in milliseconds. */
const PERIOD = 20_000;
/** Maximum number of games polled; the most recent ones. */
const MAX_GAMES = 12;

/** Polls this device's games and notifies the user when one starts to wait for them; returns a function that stops it. */
export function watchTurns(words: () => string): () => void {
  /** Last known state of each game: its number of events, and whether it waits. */
  const known = new Map<string, { seq: number; waits: boolean }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  const take = (id: string, state: GameState) => {
    const before = known.get(id);
    if (before?.seq === state.seq) return;
    const turn = turnOf(state);
    known.set(id, { seq: state.seq, waits: turn?.waits ?? false });
    waiting.note(id, turn?.waits ?? false);
    if (turn?.waits && before && !before.waits) tell(id, state, `${turn.game} · ${words()}`, turn.last);
  };

  const look = async () => {
    const ids = entries().map(({ id }) => id);
    for (const id of ids.slice(0, MAX_GAMES)) {
      if (ended) return;
      const copy = recall(id);
      if (!copy || !isApart(current(copy))) continue;
      if (!known.has(id)) take(id, current(copy));
      try {
        take(id, await readGame(id, settings));
      } catch {
        // The next round tries again.
      }
    }
    if (!ended) timer = setTimeout(() => void look(), PERIOD);
  };
  void look();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

function tell(id: string, state: GameState, title: string, body: string): void {
  // The user sees the move on the board.
  if (document.visibilityState === "visible" && location.hash === gameAddress(id)) return;
  try {
    // The tag makes several open tabs show the notification once.
    const notice = new Notification(title, { body, icon: "/icon.svg", tag: `turn ${state.createdAt} ${state.seq}` });
    notice.onclick = () => {
      window.focus();
      location.hash = gameAddress(id);
      notice.close();
    };
  } catch {
    // Some mobile browsers can notify only from a service worker; there the title and icon show it.
  }
}
