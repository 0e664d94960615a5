import { Live, type Door, type Here } from "../api/live";
import { isPreparing } from "../api/outbox";
import { readGame, readPublished, Refused } from "../api/server";
import type { GameState } from "../api/state";
import type { GameInfo, MoveRecord, View } from "@entourage/rules";
import type { Scene } from "@entourage/board/scene";
import { ending, resultText } from "../play/ending";
import { failureText, info as readInfo, look, matchOf, type Match } from "../rules/rules";
import { ready } from "../rules/written";
import { settings } from "../settings/settings.svelte";

/** A read-only view of a game. */
export class Viewer {
  info = $state.raw<GameInfo | null>(null);
  /** The current position of the game. */
  view = $state.raw<View | null>(null);
  record = $state.raw<MoveRecord[]>([]);
  /** The index of the position shown, 0 for the start. */
  shown = $state(0);
  scene = $state.raw<Scene>({ pieces: [], change: null });
  /** Whether the players still have to choose their setup. */
  preparing = $state(false);
  /** Why the game cannot be shown: `plays` for a player's key, `unknown`, or a sentence. */
  trouble = $state<string | null>(null);
  /** Who is connected to the game; `null` while unknown. */
  here = $state.raw<Here | null>(null);
  readonly live = $derived(this.shown === this.record.length);
  /** Rule enforcement of the game. */
  readonly degree = $derived.by(() => this.#state?.degree ?? "enforced");
  /** Squares removed by manual moves. */
  readonly removed = $derived.by(() => {
    if (this.live || this.degree === "enforced") return this.view?.removed ?? [];
    return this.#match?.viewAt(this.shown, settings.language).removed ?? [];
  });

  #state = $state.raw<GameState | null>(null);
  #door: Door;
  #match: Match | null = null;
  #live: Live | null = null;
  #closed = false;

  constructor(door: Door) {
    this.#door = door;
  }

  /** The game as text, if the rules were enforced. */
  get texts(): { spec: string; start: string; moves: string[] } | null {
    const state = this.#state;
    return state && !this.preparing && this.degree === "enforced" ? state : null;
  }

  /** The game's status for users. */
  get status(): string {
    const { info, view } = this;
    if (!info || !view) return "";
    const over = this.#state && ending(this.#state);
    return over && !view.ended ? resultText(over, info.sides, settings.words) : view.statusText;
  }

  /** Loads the game and follows it. */
  async open(): Promise<void> {
    await this.refresh();
    if (this.trouble !== null || this.#closed) return;
    this.#live = new Live(this.#door, () => settings.language, {
      known: () => this.#state?.seq ?? null,
      state: (state) => this.#take(state),
      events: () => void this.refresh(),
      // Clocks and chat are private to the players.
      clock: () => {},
      chatted: () => null,
      chat: () => {},
      wishes: () => {},
      names: () => {},
      ratings: () => {},
      here: (here) => (this.here = here),
      lost: () => void this.refresh(),
    });
    this.#live.open();
  }

  /** Loads the game again; keeps the known state if the server cannot be reached. */
  async refresh(): Promise<void> {
    try {
      const door = this.#door;
      const state = await ("key" in door ? readGame(door.key, settings) : readPublished(door.public, settings));
      await ready(state.spec, null, state.degree);
      this.#take(state);
    } catch (thrown) {
      // In a sandbox, this page must not read what a player's key opens.
      if (thrown instanceof Refused) this.trouble = thrown.code === "origin" ? "plays" : "unknown";
      else if (!this.view && !this.preparing) this.trouble = settings.words.loadFailed;
    }
  }

  close(): void {
    this.#closed = true;
    this.#live?.close();
    this.#match?.free();
    this.#match = null;
  }

  /** Shows the position after a number of plies. */
  show(ply: number): void {
    const to = Math.min(Math.max(ply, 0), this.record.length);
    const from = this.shown;
    if (to === from || !this.view) return;
    this.shown = to;
    const step = Math.abs(to - from) === 1 ? this.record[Math.max(to, from) - 1] : undefined;
    this.#present(step ? { effects: step.effects, legs: step.legs, back: to < from } : null);
  }

  #take(state: GameState): void {
    if (this.#closed || (this.#state && state.seq < this.#state.seq)) return;
    if (state.seat !== "watch") {
      this.trouble = "plays";
      this.#live?.close();
      return;
    }
    const before = this.#state?.moves;
    this.#state = state;
    this.preparing = isPreparing(state);
    try {
      this.info = readInfo(state.spec, settings.language);
      if (this.preparing) return;
      const match = matchOf(state);
      this.#match?.free();
      this.#match = match;
    } catch (thrown) {
      this.trouble = state.frozen ?? failureText(thrown);
      return;
    }
    this.trouble = null;
    const follows = this.live;
    this.view = this.#match.view(settings.language);
    this.record = this.#match.record(settings.language);
    const last = this.record.at(-1);
    // A user viewing an earlier position stays there as long as it is part of the game.
    if (!follows && this.shown <= this.record.length) return;
    const one = last && before && state.moves.length === before.length + 1 && before.every((move, i) => move === state.moves[i]);
    if (follows && before?.join() === state.moves.join()) return;
    this.shown = this.record.length;
    this.#present(one ? { effects: last.effects, legs: last.legs, back: false } : null);
  }

  #present(change: Scene["change"]): void {
    const pieces = this.live ? this.view?.pieces : this.#moment(this.shown);
    this.scene = { pieces: pieces ?? [], change };
  }

  #moment(ply: number): View["pieces"] | undefined {
    const match = this.#match;
    if (!match) return undefined;
    if (this.degree !== "enforced") return match.viewAt(ply, settings.language).pieces;
    return look(match.spec, ply === 0 ? match.start : (this.record[ply - 1]?.position ?? match.start), settings.language).pieces;
  }
}
