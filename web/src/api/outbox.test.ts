import { describe, expect, it } from "vitest";
import "../rules/loaded.testing";
import { acknowledge, adopt, apply, backoff, current, enqueue, isPreparing, type Copy } from "./outbox";
import type { GameState } from "./state";
import type { GameEvent } from "@entourage/rules";

const move = (text: string): GameEvent => ({ type: "move", move: text });

function state(...moves: string[]): GameState {
  return {
    spec: "game",
    rulesVersion: "1",
    start: "3 w",
    seq: moves.length,
    events: moves.map(move),
    moves,
    resigned: null,
    players: [{ kind: "human" }, { kind: "human" }],
    status: "ongoing",
    createdAt: "",
    frozen: null,
  };
}

describe("outbox", () => {
  it("shows pending events at once and acknowledges them in order", () => {
    let copy: Copy = { state: state("a"), pending: [] };
    copy = enqueue(enqueue(copy, move("b")), { type: "takeback", plies: 1 });
    expect(current(copy).moves).toEqual(["a"]);
    expect(current(copy).seq).toBe(3);
    copy = acknowledge(copy);
    expect(copy.state.moves).toEqual(["a", "b"]);
    expect(copy.pending).toEqual([{ type: "takeback", plies: 1 }]);
    expect(acknowledge(acknowledge(copy)).state.seq).toBe(3);
  });

  it("remembers who resigned", () => {
    expect(current({ state: state(), pending: [{ type: "resign", side: 2 }] }).resigned).toBe(2);
  });

  it("applies manual turns and protests", () => {
    const turn = (text: string): GameEvent => ({ type: "turn", turn: text });
    const protest = (verdict: "upheld" | "rejected"): GameEvent => ({ type: "protest", side: 2, verdict });
    const after = (...events: GameEvent[]) => current({ state: apply(state(), { type: "offer", side: 1, offer: "draw" }), pending: events });
    expect(after(turn("Pe2-e5")).moves).toEqual(["~Pe2-e5"]);
    const back = after(turn("Pe2-e5"), protest("upheld"));
    expect([back.moves, back.protest]).toEqual([[], { side: 2, turn: "~Pe2-e5", verdict: "upheld" }]);
    expect(after(turn("a"), protest("upheld"), turn("b")).protest).toBe(null);
    const stands = after(turn("a"), { type: "offer", side: 1, offer: "draw" }, protest("rejected"));
    expect([stands.moves, stands.offer?.offer, stands.protest?.verdict]).toEqual([["~a"], "draw", "rejected"]);
  });

  it("applies time-outs, pauses and vacations", () => {
    const after = (...events: GameEvent[]) => current({ state: apply(state(), { type: "offer", side: 2, offer: "draw" }), pending: events });
    expect(after({ type: "flag", side: 2 })).toMatchObject({ flagged: 2, offer: null });
    expect(after({ type: "lapse" })).toMatchObject({ lapsed: true });
    expect(after({ type: "pause" })).toMatchObject({ seq: 2, offer: null });
    for (const courtesy of [{ type: "give", side: 1 }, { type: "announce", side: 1, days: 2, from: 9_000 }, { type: "stay", side: 1 }] as GameEvent[]) {
      expect(after(courtesy)).toMatchObject({ seq: 2, offer: { side: 2, offer: "draw" } });
    }
    // A vacation does not answer an offer.
    expect(after({ type: "vacation", side: 1, days: 2 })).toMatchObject({ seq: 2, offer: { side: 2, offer: "draw" } });
  });

  it("keeps pending events if the state has not changed", () => {
    const copy = { state: state("a"), pending: [move("b")] };
    expect(adopt(copy, state("a"))).toEqual({ copy, dropped: [] });
  });

  it("recognises an event whose response was lost", () => {
    const { copy, dropped } = adopt({ state: state("a"), pending: [move("b"), move("c")] }, state("a", "b"));
    expect(copy.pending).toEqual([move("c")]);
    expect(current(copy).moves).toEqual(["a", "b", "c"]);
    expect(dropped).toEqual([]);
  });

  it("accepts events that followed its own", () => {
    const { copy, dropped } = adopt({ state: state("a"), pending: [move("b")] }, state("a", "b", "c"));
    expect(copy).toEqual({ state: state("a", "b", "c"), pending: [] });
    expect(dropped).toEqual([]);
  });

  it("drops pending events if the game continued elsewhere", () => {
    const { copy, dropped } = adopt({ state: state("a"), pending: [move("b")] }, state("a", "x"));
    expect(copy).toEqual({ state: state("a", "x"), pending: [] });
    expect(dropped).toEqual([move("b")]);
    expect(adopt({ state: state("a"), pending: [] }, state("a", "x", "y")).dropped).toEqual([]);
    expect(adopt(null, state("a")).copy.pending).toEqual([]);
  });

  it("recognises a setup that was hidden before", () => {
    const choice = (setup: string): GameEvent => ({ type: "setup", side: 1, setup });
    const before = { ...state(), events: [choice("")], seq: 1 };
    const after = { ...state(), events: [choice("a/b"), { ...choice("c/d"), side: 2 }, move("a")] as GameEvent[], seq: 3, moves: ["a"] };
    expect(adopt({ state: before, pending: [] }, after)).toEqual({ copy: { state: after, pending: [] }, dropped: [] });
    const setup = { picks: 1, secret: true, committed: [true, false] as [boolean, boolean], choices: [null, null] as [null, null] };
    expect(isPreparing({ ...before, setup })).toBe(true);
    expect(isPreparing({ ...after, setup: { ...setup, committed: [true, true] } })).toBe(false);
    expect(isPreparing(state())).toBe(false);
  });

  it("keeps pending moves after events that do not change the board", () => {
    const offer: GameEvent = { type: "offer", side: 2, offer: "draw" };
    const said = { ...state("a"), seq: 2, events: [move("a"), offer], offer: { side: 2 as const, offer: "draw" as const } };
    const { copy, dropped } = adopt({ state: state("a"), pending: [move("b")] }, said);
    expect([copy.pending, dropped]).toEqual([[move("b")], []]);
    expect(current(copy)).toMatchObject({ seq: 3, moves: ["a", "b"], offer: null });
    const given: GameEvent = { type: "give", side: 2 };
    const richer = { ...state("a"), seq: 2, events: [move("a"), given] };
    expect(adopt({ state: state("a"), pending: [move("b")] }, richer).copy.pending).toEqual([move("b")]);
    // No moves are possible during a pause.
    const paused = { ...state("a"), seq: 2, events: [move("a"), { type: "pause" } as GameEvent] };
    expect(adopt({ state: state("a"), pending: [move("b")] }, paused).dropped).toEqual([move("b")]);
    // The device's own offers are acknowledged as usual.
    expect(adopt({ state: state("a"), pending: [offer] }, said).copy.pending).toEqual([]);
    const moved = { ...said, seq: 3, events: [move("a"), offer, move("x")], moves: ["a", "x"] };
    expect(adopt({ state: state("a"), pending: [move("b")] }, moved).dropped).toEqual([move("b")]);
  });

  it("turns identical simultaneous offers into an agreement", () => {
    const crossing = (offer: "draw" | "rematch" | "pause" | "takeback:2", theirs = offer) => {
      const said: GameEvent = { type: "offer", side: 2, offer: theirs };
      const heard = { ...state("a"), seq: 2, events: [move("a"), said], offer: { side: 2 as const, offer: theirs } };
      return adopt({ state: state("a"), pending: [{ type: "offer", side: 1, offer }] }, heard).copy.pending;
    };
    expect(crossing("draw")).toEqual([{ type: "draw" }]);
    expect(crossing("rematch")).toEqual([{ type: "rematch" }]);
    expect(crossing("pause")).toEqual([{ type: "pause" }]);
    expect(crossing("takeback:2")).toEqual([{ type: "takeback", plies: 2 }]);
    expect(crossing("draw", "rematch")).toEqual([{ type: "offer", side: 1, offer: "draw" }]);
  });

  it("applies offers, answers and agreements", () => {
    const after = (...events: GameEvent[]) => current({ state: state("a"), pending: events });
    expect(after({ type: "offer", side: 1, offer: "takeback:1" }).offer).toEqual({ side: 1, offer: "takeback:1" });
    expect(after({ type: "offer", side: 1, offer: "draw" }, { type: "decline", side: 2 }).offer).toBeNull();
    expect(after({ type: "draw" }).agreed).toBe(true);
    expect(after({ type: "abort", side: 2 }).aborted).toBe(2);
    expect(after({ type: "rematch" }).rematch).toBe(true);
  });

  it("increases the retry delay up to a limit", () => {
    expect([1, 2, 3, 9].map(backoff)).toEqual([1000, 2000, 4000, 30_000]);
  });
});
