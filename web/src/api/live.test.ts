import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Live, SILENCE, type Here } from "./live";
import type { GameEvent } from "@entourage/rules";

class FakeSocket {
  static all: FakeSocket[] = [];
  said: string[] = [];
  closed = false;
  onopen?: (() => void) | null;
  onmessage?: ((message: { data: string }) => void) | null;
  onclose?: (() => void) | null;
  readonly url: string;
  constructor(url: URL) {
    this.url = url.href;
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.said.push(text);
  }
  close(): void {
    this.closed = true;
  }
  tell(news: unknown): void {
    this.onmessage?.({ data: JSON.stringify(news) });
  }
}

describe("Live", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    FakeSocket.all = [];
    vi.stubGlobal("WebSocket", FakeSocket);
    vi.stubGlobal("location", { href: "https://play.example/#game=secret" });
  });
  afterEach(() => vi.useRealTimers());

  function opened(known: number | null) {
    const heard: { events: [number, GameEvent[]][]; here: (Here | null)[]; lost: number; known: number | null } = { events: [], here: [], lost: 0, known };
    const live = new Live({ key: "secret" }, () => "fr", {
      known: () => heard.known,
      state: (state) => (heard.known = state.seq),
      events: (from, events) => heard.events.push([from, events]),
      chatted: () => null,
      chat: () => undefined,
      wishes: () => undefined,
      names: () => undefined,
      ratings: () => undefined,
      clock: () => undefined,
      here: (here) => heard.here.push(here),
      lost: () => heard.lost++,
    });
    live.open();
    return { live, heard, socket: () => FakeSocket.all.at(-1)! };
  }

  it("sends its key in a message, never in the URL", () => {
    const { live, socket } = opened(null);
    expect(socket().url).toBe("wss://play.example/api/live?lang=fr");
    socket().onopen?.();
    expect(socket().said).toEqual([`{"key":"secret"}`]);
    live.open();
    expect(FakeSocket.all).toHaveLength(1);
    live.close();
    expect(socket().closed).toBe(true);
  });

  it("reconnects and resumes after the last known event", async () => {
    const { live, heard, socket } = opened(2);
    socket().onopen?.();
    socket().tell({ type: "events", from: 2, events: [{ type: "move", move: "a" }], status: "ongoing" });
    socket().tell({ type: "here", sides: [true, false], watchers: 0 });
    expect(heard.events).toEqual([[2, [{ type: "move", move: "a" }]]]);
    heard.known = 3;
    socket().onclose?.();
    expect([heard.lost, heard.here]).toEqual([1, [{ sides: [true, false], watchers: 0 }, null]]);
    await vi.advanceTimersByTimeAsync(1300);
    expect(FakeSocket.all).toHaveLength(2);
    socket().onopen?.();
    expect(socket().said).toEqual([`{"key":"secret","after":3}`]);
    live.close();
    socket().onclose?.();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("stops if the key is invalid", async () => {
    const { heard, socket } = opened(0);
    socket().tell({ type: "error", error: { code: "no-game", message: "" } });
    socket().onclose?.();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([FakeSocket.all.length, heard.lost]).toEqual([1, 1]);
  });

  it("replaces a connection that has gone silent", () => {
    const { live, heard, socket } = opened(0);
    const first = socket();
    first.onopen?.();
    for (let beats = 0; beats < 5; beats++) {
      vi.advanceTimersByTime(SILENCE - 1);
      first.tell({ type: "beat" });
    }
    expect([heard.lost, FakeSocket.all.length]).toEqual([0, 1]);
    vi.advanceTimersByTime(SILENCE);
    expect([heard.lost, heard.here.at(-1), first.closed]).toEqual([1, null, true]);
    // Later messages from this connection are ignored.
    expect(first.onmessage).toBeNull();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all.length).toBeGreaterThan(1);
    live.close();
  });

  it("replaces a connection that may be dead when the user returns", () => {
    const { live, heard, socket } = opened(0);
    socket().onopen?.();
    live.wake();
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(9000);
    live.wake();
    expect([heard.lost, FakeSocket.all.length]).toEqual([1, 2]);
    // A failed connection attempt is repeated at once.
    socket().onclose?.();
    live.wake();
    expect(FakeSocket.all).toHaveLength(3);
    live.close();
    live.wake();
    expect(FakeSocket.all).toHaveLength(3);
  });
});
