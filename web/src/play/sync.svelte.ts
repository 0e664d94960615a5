import { recall, remember, watchCopy } from "../api/library";
import { Live, type Here } from "../api/live";
import { acknowledge, adopt, apply, backoff, current, enqueue, goesOn, isPreparing, type Copy } from "../api/outbox";
import { Unreachable, bringGame, RateLimited, readGame, Refused, sendEvent } from "../api/server";
import type { GameState, Heard } from "../api/state";
import type { ClockState, GameEvent, Rating, TournamentGame } from "@entourage/rules";
import { Chat } from "./chat.svelte";
import { settings } from "../settings/settings.svelte";

export type Notice =
  | { code: "back" }
  | { code: "elsewhere" }
  | { code: "declined" }
  | { code: "outplayed" }
  | { code: "given" }
  /** The opponent has joined the game. */
  | { code: "joined"; message: string }
  /** The user's action was dropped because the game had continued: a move, or something else. */
  | { code: "overtaken"; moved: boolean }
  | { code: "refused"; message: string };

// How long another tab has to send its events before this one does, in milliseconds.
const TRUST = 5_000;

const moves = (event: GameEvent) => event.type === "move" || event.type === "turn";

/** Returns whether two copies, one of which continues the other, contain the same. */
const same = (one: Copy, other: Copy) => one.state.seq === other.state.seq && one.pending.length === other.pending.length;

/** Synchronises a game with the server: events are stored on the device, sent in order, and retried. */
export class Sync {
  readonly id: string;
  /** Whether the last request did not reach the server. */
  away = $state(false);
  /** The server's message if a rate limit was hit. */
  limit = $state<string | null>(null);
  /** When the next attempt is due, in milliseconds since 1970. */
  retryAt = $state(0);
  pending = $state(0);
  notice = $state.raw<Notice | null>(null);
  /** Who is connected, in games between two devices, if known. */
  here = $state.raw<Here | null>(null);
  /** Whether the free side can still be taken. */
  offered = $state(false);
  /** The latest clocks from the server, if the game has any. */
  clock = $state.raw<Heard | null>(null);
  /** Whether the game is paused, as far as known; no moves are possible then. */
  paused = $state(false);

  /** The players' ratings in a rated game. */
  ratings = $state.raw<readonly [Rating | null, Rating | null]>([null, null]);
  /** The players' names, if any. */
  names = $state.raw<readonly [string | null, string | null]>([null, null]);
  /** Which players are bots. */
  bots = $state.raw<readonly [boolean, boolean]>([false, false]);
  /** The tournament of the game. */
  tournament = $state.raw<TournamentGame | null>(null);
  /** Which sides have asked to delete the game. */
  wishes = $state.raw<readonly [boolean, boolean]>([false, false]);

  readonly chat: Chat;

  #copy: Copy | null;
  #failures = 0;
  #timer = 0;
  /** Timer of the automatic end of a pause. */
  #pause = 0;
  #busy = false;
  /** Whether to load the game again after the current request. */
  #behind = false;
  /** Whether the user was told that the server cannot be reached, and not yet that all is saved. */
  #missing = false;
  #closed = false;
  #onreplace: (state: GameState) => void;
  #unwatch: () => void;
  /** The computer's last move here, whose loss needs no message. */
  #computed: GameEvent | null = null;
  /** The live connection in games between two devices. */
  #live: Live | null = null;
  /** Whether the page is visible. */
  #shown = true;

  /** `onreplace` is called with states that did not come from this page's events. */
  constructor(id: string, onreplace: (state: GameState) => void) {
    this.id = id;
    this.chat = new Chat(id);
    this.#copy = recall(id);
    this.#onreplace = onreplace;
    this.#told(this.#copy?.state);
    this.pending = this.#copy?.pending.length ?? 0;
    this.#unwatch = watchCopy(id, (copy) => this.#share(copy));
  }

  /** Returns the game as the server last acknowledged it. */
  get acknowledged(): GameState | null {
    return this.#copy?.state ?? null;
  }

  /** Returns the game as this device knows it, with events still to be sent; needs loaded rules. */
  get state(): GameState | null {
    return this.#copy ? current(this.#copy) : null;
  }

  /** Loads the game and sends pending events; throws [`Refused`] for an unknown game. */
  async refresh(): Promise<void> {
    if (this.#closed) return;
    if (this.#busy) {
      this.#behind = true;
      return;
    }
    this.overtaken();
    this.#busy = true;
    this.#behind = false;
    try {
      const asked = this.#copy?.state.seq ?? 0;
      const state = await bringGame(this.id, this.#copy?.unborn, settings);
      const known = this.#copy?.state.seq ?? 0;
      // What arrived live or from another tab in the meantime is newer.
      if (state.seq >= (this.#live || known > asked ? known : 0)) this.#take(state);
      this.#reached();
    } catch (thrown) {
      if (!(thrown instanceof Unreachable)) throw thrown;
      this.#missed(thrown);
    } finally {
      this.#busy = false;
    }
    this.#follow();
    if (!this.away) await this.#flush();
    if (this.#behind) await this.refresh();
  }

  /** Connects in games between two devices; otherwise no one else moves. */
  #follow(): void {
    if (this.#closed || (this.#copy?.state.seat ?? "both") === "both") return;
    this.#live ??= new Live({ key: this.id }, () => settings.language, {
      known: () => this.#copy?.state.seq ?? null,
      state: (state) => state.seq >= (this.#copy?.state.seq ?? 0) && this.#take(state),
      events: (from, events, status, clock) => {
        this.#time(clock);
        this.#hear(from, events, status);
      },
      clock: (clock) => this.#time(clock),
      chatted: () => (this.#copy?.state.seat === "watch" ? null : this.chat.remarks.length),
      chat: (from, remarks) => this.chat.hear(from, remarks),
      wishes: (wishes) => (this.wishes = wishes),
      names: (names, bots) => ([this.names, this.bots] = [names, bots]),
      ratings: (ratings) => (this.ratings = ratings),
      here: (here) => {
        this.here = here;
        if (here?.sides[0] && here.sides[1]) this.offered = false;
        // The server is back.
        if (here) void this.chat.flush();
        if (here && this.away && this.limit === null) this.retry();
      },
      lost: () => {
        // The server repeats this on reconnection.
        this.wishes = [false, false];
        this.#catchUp();
      },
    });
    if (!this.#shown) this.#live.show(false);
    this.#live.open();
  }

  /** Loads the game when events may have been missed. */
  #catchUp(): void {
    void this.refresh().catch((thrown: unknown) => this.#refused(thrown));
  }

  /** Applies events from the server from an index on; this device's events among them count as acknowledged. */
  #hear(from: number, events: GameEvent[], status: string): void {
    const known = this.#copy?.state;
    if (!known || from > known.seq) {
      this.#catchUp();
      return;
    }
    const news = events.slice(known.seq - from);
    // A request to delete the game lasts until the next event.
    if (news.length > 0) this.wishes = [false, false];
    if (news.length > 0) this.#take({ ...apply(known, ...news), status });
  }

  #refused(thrown: unknown): void {
    this.notice = { code: "refused", message: thrown instanceof Error ? thrown.message : String(thrown) };
  }

  /** Adopts changes of another tab before an action here; returns whether there were any. */
  overtaken(): boolean {
    const kept = recall(this.id);
    return kept !== null && this.#share(kept);
  }

  /** Adopts another tab's copy if it continues this one; returns whether the game changed. */
  #share(theirs: Copy): boolean {
    const mine = this.#copy;
    if (this.#closed || (mine && (!goesOn(mine, theirs) || same(mine, theirs)))) return false;
    this.#copy = theirs;
    this.pending = theirs.pending.length;
    if (this.pending > 0 && !this.away) {
      // The other tab sends it unless it was closed.
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#flush(), TRUST);
    }
    const now = current(theirs);
    if (mine && current(mine).seq === now.seq) return false;
    this.#onreplace(now);
    return true;
  }

  /** Adds an event by the user or the computer. */
  push(event: GameEvent, byComputer = false): void {
    if (!this.#copy) return;
    if (byComputer) this.#computed = event;
    // A move cancels the player's own offer.
    const offer = this.state?.offer;
    if (moves(event) && offer && String(offer.side) === this.state?.seat) this.notice = { code: "outplayed" };
    this.#keep(enqueue(this.#copy, event));
    void this.#flush();
  }

  /** Sends pending events at once. */
  retry(): void {
    clearTimeout(this.#timer);
    void (this.#copy ? this.#flush(true) : this.refresh());
  }

  /** Reconnects after the page was hidden. */
  wake(): void {
    this.#live?.wake();
  }

  /** Sends whether the page is visible. */
  show(shown: boolean): void {
    this.#shown = shown;
    this.#live?.show(shown);
  }

  close(): void {
    this.#closed = true;
    this.#unwatch();
    clearTimeout(this.#timer);
    clearTimeout(this.#pause);
    this.#live?.close();
    this.chat.close();
  }

  async #flush(probe = false): Promise<void> {
    if (this.#busy || this.#closed || !this.#copy) return;
    if (this.#copy.pending.length === 0) {
      if (probe) await this.refresh();
      return;
    }
    this.#busy = true;
    let again = false;
    try {
      if (this.#copy.unborn) this.#take(await bringGame(this.id, this.#copy.unborn, settings));
      for (let first = this.#copy.pending[0]; first && !this.#closed; first = this.#copy.pending[0]) {
        await sendEvent(this.id, this.#copy.state.seq, first, settings);
        // The event may already have arrived over the live connection.
        if (this.#copy.pending[0] === first) this.#keep(acknowledge(this.#copy));
        this.#reached();
      }
    } catch (thrown) {
      again = await this.#recover(thrown);
    } finally {
      this.#busy = false;
    }
    if (again) await this.#flush();
    else if (this.#behind) this.#catchUp();
  }

  /** Handles the rejection of an event; returns whether other events can be sent at once. */
  async #recover(thrown: unknown): Promise<boolean> {
    if (!(thrown instanceof Refused)) {
      this.#missed(thrown);
      return false;
    }
    this.#reached();
    if (!this.#copy) return false;
    try {
      const state = thrown.state ?? (await readGame(this.id, settings));
      if (thrown.status === 409) {
        this.#take(state);
        // Events the server already has are acknowledged; the others follow.
        return this.pending > 0;
      }
      this.#keep({ state, pending: [] });
      this.notice = { code: "refused", message: thrown.message };
      this.#onreplace(state);
    } catch (again) {
      if (again instanceof Unreachable) this.#missed(again);
      else this.#refused(again);
    }
    return false;
  }

  #time(clock: ClockState | null | undefined): void {
    if (!clock) return;
    this.clock = { clock, at: performance.now() };
    this.paused = clock.paused !== null;
    clearTimeout(this.#pause);
    if (clock.paused !== null) this.#pause = setTimeout(() => (this.paused = false), clock.paused);
  }

  /** Applies the information about the players. */
  #told(state: GameState | undefined): void {
    this.names = state?.names ?? [null, null];
    this.bots = state?.bots ?? [false, false];
    this.ratings = state?.ratings ?? [null, null];
    this.tournament = state?.tournament ?? null;
  }

  #take({ clock, open, ...state }: GameState): void {
    this.#time(clock);
    this.offered = open ?? false;
    this.#told(state);
    // Storing must not overwrite what another tab has not sent yet.
    if (this.overtaken() && this.#copy && this.#copy.state.seq > state.seq) return;
    const before = this.state;
    const { copy, dropped } = adopt(this.#copy, state);
    this.#keep(copy);
    const now = current(copy);
    const changed = !before || before.resigned !== now.resigned || before.agreed !== now.agreed || before.moves.join() !== now.moves.join() || before.seq !== now.seq;
    const missed = dropped.filter((event) => event !== this.#computed);
    // In games between two devices the opponent's moves are expected.
    const news = changed && (now.seat ?? "both") === "both";
    if (missed.length > 0) this.notice = { code: "overtaken", moved: missed.some(moves) };
    else if (before && !isPreparing(before) && news) this.notice = { code: "elsewhere" };
    const own = before?.offer && String(before.offer.side) === now.seat ? before.offer.side : null;
    // A counter-offer is also an answer.
    const instead = own !== null && now.offer && now.offer.side !== own;
    if (before && instead && now.seq > before.seq) this.notice = { code: "declined" };
    const declines = (event: GameEvent) => event.type === "decline" && event.side !== own;
    if (before && own !== null && !now.offer && now.events.slice(before.events.length).some(declines)) this.notice = { code: "declined" };
    const gives = (event: GameEvent) => event.type === "give" && String(event.side) !== now.seat;
    if (before && now.seat !== "watch" && now.events.slice(before.events.length).some(gives)) this.notice = { code: "given" };
    // An older copy may not know that it is read-only.
    const frozen = (before?.frozen ?? null) !== (now.frozen ?? null) || before?.seat !== now.seat;
    if (changed || frozen) this.#onreplace(now);
  }

  #keep(copy: Copy): void {
    this.#copy = copy;
    this.pending = copy.pending.length;
    remember(this.id, copy);
  }

  #reached(): void {
    this.away = false;
    this.#failures = 0;
    if (!this.#missing || this.pending > 0) return;
    this.#missing = false;
    this.notice = { code: "back" };
  }

  #missed(thrown: unknown): void {
    if (this.#closed) return;
    // The next attempt loads the game, or its event is accepted only if nothing was missed.
    this.#behind = false;
    const limited = thrown instanceof RateLimited ? thrown : null;
    this.limit = limited?.message ?? null;
    this.away = true;
    this.#missing = true;
    const wait = Math.max(backoff(++this.#failures), limited?.wait ?? 0);
    this.retryAt = Date.now() + wait;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.retry(), wait);
  }
}
