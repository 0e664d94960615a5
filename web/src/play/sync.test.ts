import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import "../rules/loaded.testing";
import type { GameState } from "../api/state";
import type { GameEvent } from "@entourage/rules";

// The settings module reads the browser's languages when it loads.
vi.stubGlobal("navigator", { languages: ["en"] });
const { Sync } = await import("./sync.svelte");

const start: GameState = {
  spec: "game",
  rulesVersion: "1",
  start: "3 w",
  seq: 0,
  events: [],
  moves: [],
  resigned: null,
  players: [{ kind: "human" }, { kind: "human" }],
  status: "ongoing",
  createdAt: 0,
  frozen: null,
};

/** A fake server that stores events, and can be unreachable or reject requests. */
class Fake {
  state = structuredClone(start);
  away = false;
  refuse = false;
  /** Whether the server responds with a rate limit. */
  limit = false;
  /** Whether the response to the next event is lost. */
  loseAnswer = false;
  /** The keys of games that the server was asked to create. */
  created: string[] = [];

  fetch = (path: string, request: RequestInit): Promise<Response> => {
    if (this.away) return Promise.reject(new TypeError("failed to fetch"));
    if (this.limit) {
      const error = { code: "limited", message: "Try again in 21 s." };
      return Promise.resolve(new Response(JSON.stringify({ error }), { status: 429, headers: { "Retry-After": "21" } }));
    }
    if (path === "/api/games") {
      if (this.refuse) return this.#answer(422, { error: { code: "refused", message: "No." } });
      this.created.push((JSON.parse(String(request.body)) as { key: string }).key);
      return this.#answer(201, { id: "id", state: this.state });
    }
    if (path === "/api/game") return this.#answer(200, this.state);
    const body = JSON.parse(String(request.body)) as { seq: number; move: string };
    if (this.refuse) return this.#answer(422, { error: { code: "refused", message: "No." } });
    const known = this.state.events[body.seq];
    if (body.seq !== this.state.seq && !(known?.type === "move" && known.move === body.move)) {
      return this.#answer(409, { error: { code: "conflict", message: "Stale." }, state: this.state });
    }
    if (!known) this.play(body.move);
    if (this.loseAnswer) {
      this.loseAnswer = false;
      return Promise.reject(new TypeError("failed to fetch"));
    }
    return this.#answer(200, { seq: this.state.seq });
  };

  play(move: string): void {
    const { seq, events, moves } = this.state;
    this.state = { ...this.state, seq: seq + 1, events: [...events, { type: "move", move }], moves: [...moves, move] };
  }

  #answer(status: number, body: unknown): Promise<Response> {
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  }
}

describe("Sync", () => {
  let server: Fake;
  let kept: Map<string, string>;
  /** The listeners for changes in other tabs. */
  const listeners = new Set<(event: Partial<StorageEvent>) => void>();

  beforeEach(() => {
    vi.useFakeTimers();
    server = new Fake();
    kept = new Map();
    vi.stubGlobal("fetch", server.fetch);
    vi.stubGlobal("addEventListener", (_: string, listener: (event: Partial<StorageEvent>) => void) => listeners.add(listener));
    vi.stubGlobal("removeEventListener", (_: string, listener: (event: Partial<StorageEvent>) => void) => listeners.delete(listener));
    listeners.clear();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
  });
  afterEach(() => vi.useRealTimers());

  async function opened() {
    const replaced: GameState[] = [];
    const sync = new Sync("id", (state) => replaced.push(state));
    await sync.refresh();
    return { sync, replaced };
  }
  const settle = () => vi.advanceTimersByTimeAsync(0);

  it("waits as long as a rate limit requires, and shows the server's message", async () => {
    const { sync } = await opened();
    server.limit = true;
    sync.push({ type: "move", move: "a" });
    await vi.advanceTimersByTimeAsync(0);
    expect([sync.away, sync.limit, sync.pending]).toEqual([true, "Try again in 21 s.", 1]);
    expect(sync.retryAt - Date.now()).toBe(21_000);
    server.limit = false;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sync.pending).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([sync.away, sync.pending, server.state.moves]).toEqual([false, 0, ["a"]]);
  });

  it("creates an offline game on the server before sending its moves, and shows why if that fails", async () => {
    const unborn = { spec: "game", players: start.players, key: "id" };
    kept.set("entourage.game.id", JSON.stringify({ state: start, pending: [], unborn }));
    server.away = true;
    const { sync } = await opened();
    sync.push({ type: "move", move: "a" });
    await settle();
    expect([sync.away, sync.pending, server.created]).toEqual([true, 1, []]);
    expect(JSON.parse(kept.get("entourage.game.id") ?? "")).toMatchObject({ unborn });
    [server.away, server.refuse] = [false, true];
    sync.retry();
    await settle();
    expect([sync.away, sync.limit, sync.pending, sync.state?.moves]).toEqual([true, "No.", 1, ["a"]]);
    server.refuse = false;
    sync.retry();
    await settle();
    expect([sync.away, sync.pending, server.created, server.state.moves]).toEqual([false, 0, ["id"], ["a"]]);
    expect(JSON.parse(kept.get("entourage.game.id") ?? "")).not.toHaveProperty("unborn");
    sync.close();
  });

  it("loads the game and sends moves in order", async () => {
    const { sync, replaced } = await opened();
    expect(replaced).toHaveLength(1);
    sync.push({ type: "move", move: "a" });
    sync.push({ type: "move", move: "b" });
    await settle();
    expect(server.state.moves).toEqual(["a", "b"]);
    expect([sync.pending, sync.away, sync.notice]).toEqual([0, false, null]);
    sync.close();
  });

  it("records the receipt of clocks by the monotonic clock, and does not store them", async () => {
    const hand = { grace: 0, bank: 60_000, vacation: 0, away: 0, announced: null };
    const clock = { now: 5, sides: [hand, hand] as [typeof hand, typeof hand], running: 1 as const, timed: true, away: 0, paused: null, left: 60_000, begin: null };
    server.state = { ...server.state, pace: "live spare=1m", clock };
    const { sync } = await opened();
    expect(sync.clock).toEqual({ clock, at: performance.now() });
    expect([sync.state?.pace, sync.state?.clock]).toEqual(["live spare=1m", undefined]);
    expect([...kept.values()].join()).not.toContain("bank");
    sync.close();
  });

  it("shows a pause until it ends automatically, and reports time given by the opponent", async () => {
    class Mute {
      close(): void {}
    }
    vi.stubGlobal("WebSocket", Mute);
    vi.stubGlobal("location", { href: "https://play.example/" });
    const hand = { grace: 0, bank: 60_000, vacation: 0, away: 0, announced: null };
    const clock = { now: 5, sides: [hand, hand] as [typeof hand, typeof hand], running: 1 as const, timed: true, away: 0, paused: 50, left: 60_050, begin: null };
    server.state = { ...server.state, seat: "1", pace: "live spare=1m", clock };
    const { sync } = await opened();
    expect([sync.paused, sync.notice]).toEqual([true, null]);
    await vi.advanceTimersByTimeAsync(50);
    expect(sync.paused).toBe(false);
    server.state = { ...server.state, seq: 1, events: [{ type: "give", side: 2 }], clock: { ...clock, paused: null } };
    await sync.refresh();
    expect(sync.notice).toEqual({ code: "given" });
    sync.close();
  });

  it("reports an offer as declined if the opponent makes another offer", async () => {
    class Mute {
      close(): void {}
    }
    vi.stubGlobal("WebSocket", Mute);
    vi.stubGlobal("location", { href: "https://play.example/" });
    const offer: GameEvent = { type: "offer", side: 1, offer: "draw" };
    const instead: GameEvent = { type: "offer", side: 2, offer: "takeback:1" };
    server.state = { ...server.state, seat: "1", seq: 1, events: [offer], offer: { side: 1, offer: "draw" } };
    const { sync } = await opened();
    server.state = { ...server.state, seq: 2, events: [offer, instead], offer: { side: 2, offer: "takeback:1" } };
    await sync.refresh();
    expect(sync.notice).toEqual({ code: "declined" });
    sync.close();
  });

  it("reports that an offer was declined, or cancelled by the user's own move", async () => {
    class Mute {
      close(): void {}
    }
    vi.stubGlobal("WebSocket", Mute);
    vi.stubGlobal("location", { href: "https://play.example/" });
    const offer: GameEvent = { type: "offer", side: 1, offer: "draw" };
    server.state = { ...server.state, seat: "1", seq: 1, events: [offer], offer: { side: 1, offer: "draw" } };
    const { sync } = await opened();
    expect(sync.notice).toBeNull();
    server.state = { ...server.state, seq: 2, events: [offer, { type: "decline", side: 2 }], offer: null };
    await sync.refresh();
    expect(sync.notice).toEqual({ code: "declined" });
    // A user who withdraws an offer is not notified.
    sync.notice = null;
    server.state = { ...server.state, seq: 3, events: [...server.state.events, offer], offer: { side: 1, offer: "draw" } };
    await sync.refresh();
    server.state = { ...server.state, seq: 4, events: [...server.state.events, { type: "decline", side: 1 }], offer: null };
    await sync.refresh();
    expect(sync.notice).toBeNull();
    server.state = { ...server.state, seq: 5, events: [...server.state.events, offer], offer: { side: 1, offer: "draw" } };
    await sync.refresh();
    sync.push({ type: "move", move: "a" });
    expect(sync.notice).toEqual({ code: "outplayed" });
    sync.close();
  });

  it("stores moves while the server cannot be reached, retries, and reports when everything is saved", async () => {
    const { sync } = await opened();
    server.away = true;
    sync.push({ type: "move", move: "a" });
    await settle();
    expect([sync.away, sync.pending]).toEqual([true, 1]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(sync.away).toBe(true);
    server.away = false;
    await vi.advanceTimersByTimeAsync(2000);
    expect([sync.away, sync.pending, sync.notice]).toEqual([false, 0, { code: "back" }]);
    expect(server.state.moves).toEqual(["a"]);
    sync.close();
  });

  it("restores pending moves after a reload", async () => {
    const { sync } = await opened();
    server.away = true;
    sync.push({ type: "move", move: "a" });
    await settle();
    sync.close();
    server.away = false;
    const again = await opened();
    expect(again.sync.state?.moves).toEqual(["a"]);
    await settle();
    expect(server.state.moves).toEqual(["a"]);
    again.sync.close();
  });

  it("does not repeat a move whose response was lost", async () => {
    const { sync } = await opened();
    server.loseAnswer = true;
    sync.push({ type: "move", move: "a" });
    await settle();
    expect(sync.pending).toBe(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect([sync.pending, server.state.moves]).toEqual([0, ["a"]]);
    sync.close();
  });

  it("recognises that the game has become read-only, and does not report a move played elsewhere", async () => {
    const { sync, replaced } = await opened();
    for (const frozen of ["Other rules.", "D'autres règles."]) {
      server.state = { ...server.state, frozen };
      await sync.refresh();
      expect([replaced.at(-1)?.frozen, sync.state?.frozen, sync.notice]).toEqual([frozen, frozen, null]);
    }
    expect(replaced).toHaveLength(3);
    sync.close();
  });

  it("adopts the server's state if the game continued elsewhere", async () => {
    const { sync, replaced } = await opened();
    server.play("x");
    sync.push({ type: "move", move: "a" });
    await settle();
    // The action is dropped, and the user is notified.
    expect(sync.notice).toEqual({ code: "overtaken", moved: true });
    expect(replaced.at(-1)?.moves).toEqual(["x"]);
    expect(sync.pending).toBe(0);
    server.play("y");
    await sync.refresh();
    expect(sync.notice).toEqual({ code: "elsewhere" });
    server.play("z");
    sync.push({ type: "takeback", plies: 1 });
    await settle();
    expect(sync.notice).toEqual({ code: "overtaken", moved: false });
    sync.close();
  });

  it("does not report a move of the computer that came too late as lost", async () => {
    const { sync } = await opened();
    server.play("x");
    sync.push({ type: "move", move: "a" }, true);
    await settle();
    expect(sync.notice).toEqual({ code: "elsewhere" });
    sync.close();
  });

  describe("in several tabs of one browser", () => {
    /** Notifies all other tabs of the last change in storage. */
    const tell = () => {
      for (const [key, newValue] of kept) for (const listener of listeners) listener({ key, newValue });
    };

    it("adopts another tab's events and lets that tab send them", async () => {
      const [one, other] = [await opened(), await opened()];
      const sent = vi.fn(server.fetch);
      vi.stubGlobal("fetch", sent);
      one.sync.push({ type: "move", move: "a" });
      tell();
      expect(other.replaced.at(-1)?.moves).toEqual(["a"]);
      expect(other.sync.pending).toBe(1);
      await settle();
      tell();
      expect([other.sync.pending, other.sync.notice, other.replaced.length]).toEqual([0, null, 1]);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(sent).toHaveBeenCalledTimes(1);
      other.sync.push({ type: "move", move: "b" });
      await settle();
      tell();
      expect([one.sync.state?.moves, one.sync.notice, server.state.moves]).toEqual([["a", "b"], null, ["a", "b"]]);
      one.sync.close();
      other.sync.close();
      expect(listeners.size).toBe(0);
    });

    it("does not revert to a server state older than another tab's moves", async () => {
      const [one, other] = [await opened(), await opened()];
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      vi.stubGlobal("fetch", async (path: string, request: RequestInit) => {
        const answer = await server.fetch(path, request);
        await held;
        return answer;
      });
      const reading = other.sync.refresh();
      vi.stubGlobal("fetch", server.fetch);
      one.sync.push({ type: "move", move: "a" });
      await settle();
      tell();
      release();
      await reading;
      expect([other.replaced.at(-1)?.moves, other.sync.notice]).toEqual([["a"], null]);
      one.sync.close();
      other.sync.close();
    });

    it("sends the unsent events of a closed tab", async () => {
      const [one, other] = [await opened(), await opened()];
      server.away = true;
      one.sync.push({ type: "move", move: "a" });
      tell();
      await settle();
      one.sync.close();
      server.away = false;
      await vi.advanceTimersByTimeAsync(5_000);
      expect([server.state.moves, other.sync.pending]).toEqual([["a"], 0]);
      other.sync.close();
    });

    it("detects before an action that another tab was faster, and keeps that tab's pending events", async () => {
      const [one, other] = [await opened(), await opened()];
      server.away = true;
      one.sync.push({ type: "move", move: "a" });
      await settle();
      // The other tab has not been notified yet.
      expect(other.sync.state?.moves).toEqual([]);
      expect(other.sync.overtaken()).toBe(true);
      expect(other.replaced.at(-1)?.moves).toEqual(["a"]);
      expect(other.sync.overtaken()).toBe(false);
      one.sync.close();
      server.away = false;
      const late = await opened();
      await settle();
      expect([server.state.moves, late.sync.pending, other.sync.notice]).toEqual([["a"], 0, null]);
      late.sync.close();
      other.sync.close();
    });

    it("reports a dropped action if both tabs act at the same time", async () => {
      const [one, other] = [await opened(), await opened()];
      one.sync.push({ type: "move", move: "a" });
      other.sync.push({ type: "move", move: "b" });
      tell();
      await settle();
      expect([server.state.moves, one.sync.notice]).toEqual([["a"], null]);
      expect([other.sync.notice, other.replaced.at(-1)?.moves]).toEqual([{ code: "overtaken", moved: true }, ["a"]]);
      one.sync.close();
      other.sync.close();
    });
  });

  it("returns to the server's state if a move is rejected", async () => {
    const { sync, replaced } = await opened();
    server.refuse = true;
    sync.push({ type: "move", move: "a" });
    await settle();
    expect(sync.notice).toEqual({ code: "refused", message: "No." });
    expect(replaced.at(-1)?.moves).toEqual([]);
    expect(sync.state?.moves).toEqual([]);
    sync.close();
  });

  describe("between two devices", () => {
    class Socket {
      static last: Socket;
      onopen?: () => void;
      onmessage?: (message: { data: string }) => void;
      onclose?: () => void;
      said: string[] = [];
      constructor() {
        Socket.last = this;
      }
      send(text: string): void {
        this.said.push(text);
      }
      close(): void {}
      tell(news: unknown): void {
        this.onmessage?.({ data: JSON.stringify(news) });
      }
    }
    const events = (from: number, ...moves: string[]) => ({ type: "events", from, events: moves.map((move) => ({ type: "move", move })), status: "ongoing" });

    beforeEach(() => {
      vi.stubGlobal("WebSocket", Socket);
      vi.stubGlobal("location", { href: "http://localhost/" });
      server.state = { ...server.state, seat: "1" };
    });

    it("receives the opponent's moves without a notice", async () => {
      const { sync, replaced } = await opened();
      Socket.last.onopen?.();
      expect(Socket.last.said).toEqual([`{"key":"id","after":0,"chat":0}`]);
      Socket.last.tell(events(0, "x"));
      Socket.last.tell(events(0, "x", "y"));
      Socket.last.tell({ type: "here", sides: [true, true], watchers: 3 });
      expect(replaced.map((state) => state.moves)).toEqual([[], ["x"], ["x", "y"]]);
      expect([sync.notice, sync.here]).toEqual([null, { sides: [true, true], watchers: 3 }]);
      sync.close();
    });

    it("loads the game if it has missed events", async () => {
      const { sync, replaced } = await opened();
      server.play("x");
      server.play("y");
      Socket.last.tell(events(1, "y"));
      await settle();
      expect(replaced.at(-1)?.moves).toEqual(["x", "y"]);
      sync.close();
    });

    it("resends a move that crossed an event of the opponent, whichever arrived first", async () => {
      for (const heard of [true, false]) {
        server.state = { ...structuredClone(start), seat: "1" };
        kept.clear();
        const { sync } = await opened();
        const said: GameEvent = { type: "decline", side: 2 };
        server.state = { ...server.state, seq: 1, events: [said] };
        sync.push({ type: "move", move: "a" });
        if (heard) Socket.last.tell({ type: "events", from: 0, events: [said], status: "ongoing" });
        await settle();
        expect([server.state.moves, sync.pending, sync.notice]).toEqual([["a"], 0, null]);
        sync.close();
      }
    });

    it("loads the game again if it missed events while loading", async () => {
      const { sync, replaced } = await opened();
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      const fetched = vi.fn(async (path: string, request: RequestInit) => {
        const answer = await server.fetch(path, request);
        await held;
        return answer;
      });
      vi.stubGlobal("fetch", fetched);
      const reading = sync.refresh();
      server.play("x");
      server.play("y");
      Socket.last.tell(events(1, "y"));
      release();
      await reading;
      expect([replaced.at(-1)?.moves, fetched.mock.calls.length]).toEqual([["x", "y"], 2]);
      sync.close();
    });

    it("acknowledges a move only once if its event arrives before the response", async () => {
      const { sync } = await opened();
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      vi.stubGlobal("fetch", async (path: string, request: RequestInit) => {
        const answer = await server.fetch(path, request);
        await held;
        return answer;
      });
      sync.push({ type: "move", move: "a" });
      sync.push({ type: "move", move: "b" });
      await settle();
      Socket.last.tell(events(0, "a"));
      expect(sync.pending).toBe(1);
      release();
      await settle();
      expect([server.state.moves, sync.pending, sync.notice]).toEqual([["a", "b"], 0, null]);
      sync.close();
    });
  });
});
