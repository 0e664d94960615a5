import { describe, expect, it } from "vitest";
import { acknowledge, adopt, backoff, current, enqueue, isPreparing, type Copy } from "./outbox";
import type { GameEvent, GameState } from "./types";

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

  it("keeps pending events upon the same state", () => {
    const copy = { state: state("a"), pending: [move("b")] };
    expect(adopt(copy, state("a"))).toEqual({ copy, dropped: [] });
  });

  it("knows an event whose answer was lost", () => {
    const { copy, dropped } = adopt({ state: state("a"), pending: [move("b"), move("c")] }, state("a", "b"));
    expect(copy.pending).toEqual([move("c")]);
    expect(current(copy).moves).toEqual(["a", "b", "c"]);
    expect(dropped).toEqual([]);
  });

  it("takes what followed its own events", () => {
    const { copy, dropped } = adopt({ state: state("a"), pending: [move("b")] }, state("a", "b", "c"));
    expect(copy).toEqual({ state: state("a", "b", "c"), pending: [] });
    expect(dropped).toEqual([]);
  });

  it("gives way where the game went on elsewhere", () => {
    const { copy, dropped } = adopt({ state: state("a"), pending: [move("b")] }, state("a", "x"));
    expect(copy).toEqual({ state: state("a", "x"), pending: [] });
    expect(dropped).toEqual([move("b")]);
    expect(adopt({ state: state("a"), pending: [] }, state("a", "x", "y")).dropped).toEqual([]);
    expect(adopt(null, state("a")).copy.pending).toEqual([]);
  });

  it("knows a choice again that was hidden before", () => {
    const choice = (setup: string): GameEvent => ({ type: "setup", side: 1, setup });
    const before = { ...state(), events: [choice("")], seq: 1 };
    const after = { ...state(), events: [choice("a/b"), { ...choice("c/d"), side: 2 }, move("a")] as GameEvent[], seq: 3, moves: ["a"] };
    expect(adopt({ state: before, pending: [] }, after)).toEqual({ copy: { state: after, pending: [] }, dropped: [] });
    const setup = { picks: 1, secret: true, committed: [true, false] as [boolean, boolean], choices: [null, null] as [null, null] };
    expect(isPreparing({ ...before, setup })).toBe(true);
    expect(isPreparing({ ...after, setup: { ...setup, committed: [true, true] } })).toBe(false);
    expect(isPreparing(state())).toBe(false);
  });

  it("waits longer and longer, but not for ever", () => {
    expect([1, 2, 3, 9].map(backoff)).toEqual([1000, 2000, 4000, 30_000]);
  });
});
