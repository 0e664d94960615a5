import { entries, recall } from "../api/library";
import { current } from "../api/outbox";
import { readGame } from "../api/server";
import type { GameState } from "../api/state";
import { gameAddress } from "../addresses";
import { settings } from "../settings/settings.svelte";
import { waiting } from "./waiting.svelte";
import { isApart, turnOf } from "./turn";

/** How often the server is asked, in milliseconds. */
const PERIOD = 20_000;
/** The most games asked about, the latest first. */
const MAX_GAMES = 12;

/** Watches this device's games and tells their player when one begins to wait for them; returns how to end it. */
export function watchTurns(words: () => string): () => void {
  /** What was known of each game: the number of its events, and whether it waits. */
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
        // The next round asks again.
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
  // Whoever looks at the game sees the move.
  if (document.visibilityState === "visible" && location.hash === gameAddress(id)) return;
  try {
    // Pages of ours beside this one say the same only once.
    const notice = new Notification(title, { body, icon: "/icon.svg", tag: `turn ${state.createdAt} ${state.seq}` });
    notice.onclick = () => {
      window.focus();
      location.hash = gameAddress(id);
      notice.close();
    };
  } catch {
    // Some browsers on phones notify only through a program that stays; the title and the icon tell there.
  }
}
