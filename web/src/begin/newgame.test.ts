import { describe, expect, it } from "vitest";
import type { GameInfo } from "@entourage/rules";
import { NOTHING } from "./found";
import { order, seat, usual, writeSpec } from "./newgame";

const info = {
  id: "game",
  options: [{ code: "edition", name: "", choices: [{ code: "", name: "", description: "", draws: null }, { code: "other", name: "", description: "", draws: null }] }],
} as unknown as GameInfo;

describe("a new game", () => {
  it("has the default draw rules unless they are turned off", () => {
    expect(writeSpec(info, usual)).toBe("game:repetition=3,quiet-limit=100");
    expect(writeSpec(info, { ...usual, repetition: false, quietLimit: false })).toBe("game");
    expect(writeSpec(info, { ...usual, options: { edition: "other" }, quietLimit: false })).toBe("game:other,repetition=3");
  });

  it("draws a random starting position unless a number is chosen", () => {
    const choices = [{ code: "", name: "", description: "", draws: null }, { code: "lot", name: "", description: "", draws: 960 }];
    const drawn = { id: "game", options: [{ code: "start", name: "", choices }] } as unknown as GameInfo;
    const plain = { ...usual, repetition: false, quietLimit: false };
    const lot = { ...plain, options: { start: "lot" } };
    expect(order(drawn, plain, null, 0.5)).toMatchObject({ spec: "game" });
    expect(writeSpec(drawn, lot)).toBe("game");
    expect(order(drawn, lot, null, 0, 0.5)).toMatchObject({ spec: "game:lot=480" });
    expect(order(drawn, { ...lot, numbers: { start: 518 } }, null, 0, 0.5)).toMatchObject({ spec: "game:lot=518" });
    expect(order(drawn, lot, { ...NOTHING, position: "3 w" }, 0, 0.5)).toMatchObject({ spec: "game", position: "3 w" });
    const first = { id: "game", options: [{ code: "start", name: "", choices: [...choices].reverse() }] } as unknown as GameInfo;
    expect(order(first, plain, null, 0, 0.999)).toMatchObject({ spec: "game:lot=959" });
  });

  it("seats the players", () => {
    const computer = { kind: "computer", level: 1 };
    expect(seat(usual, 0)).toEqual([{ kind: "human" }, computer]);
    expect(seat({ ...usual, side: "2" }, 0)).toEqual([computer, { kind: "human" }]);
    expect(seat({ ...usual, side: "lot" }, 0.2)).toEqual([{ kind: "human" }, computer]);
    expect(seat({ ...usual, side: "lot" }, 0.8)).toEqual([computer, { kind: "human" }]);
    expect(seat({ ...usual, opponent: "person" }, 0)).toEqual([{ kind: "human" }, { kind: "human" }]);
  });

  it("gives two players on separate devices a seat each", () => {
    const apart = { ...usual, opponent: "friend" as const };
    const begin = (choices: typeof apart, chance: number) => order(info, choices, null, chance);
    expect(begin(apart, 0)).toMatchObject({ players: [{ kind: "human" }, { kind: "human" }], seats: { host: 1 } });
    expect(begin({ ...apart, open: true }, 0)).toMatchObject({ seats: { host: 1, open: true, watched: true } });
    expect(begin({ ...apart, open: true, watched: false }, 0).seats).toEqual({ host: 1, open: true });
    expect(begin({ ...apart, side: "2" }, 0)).toMatchObject({ seats: { host: 2 } });
    expect(begin({ ...apart, side: "lot" }, 0.8)).toMatchObject({ seats: { host: 2 } });
    expect(begin({ ...apart, opponent: "person" as "friend" }, 0)).not.toHaveProperty("seats");
  });

  it("is rated only from the standard position, with a clock and enforced rules, for a signed-in user", () => {
    const wished = { ...usual, opponent: "friend" as const, open: true, watched: false, rated: true, pace: "live spare=5m" };
    const seats = (choices: typeof wished, signed = true, found: Parameters<typeof order>[2] = null) => order(info, choices, found, 0, 0, signed).seats;
    expect(seats(wished)).toEqual({ host: 1, open: true, rated: true });
    for (const unrated of [seats({ ...wished, rated: false }), seats(wished, false), seats({ ...wished, pace: "unlimited" }), seats({ ...wished, degree: "free" as "enforced" }), seats({ ...wished, open: false }), seats(wished, true, NOTHING)]) {
      expect(unrated).not.toHaveProperty("rated");
    }
  });

  it("starts from the given position", () => {
    expect(order(info, usual, null, 0)).not.toHaveProperty("position");
    expect(order(info, usual, NOTHING, 0)).not.toHaveProperty("position");
    expect(order(info, usual, { ...NOTHING, position: "3 w" }, 0)).toMatchObject({ position: "3 w" });
    const apart = { ...usual, opponent: "friend" as const };
    expect(order(info, apart, { ...NOTHING, position: "3 w" }, 0)).toMatchObject({ position: "3 w", seats: { host: 1 } });
  });

  it("continues a pasted game, or starts from its final position with a friend", () => {
    const found = { ...NOTHING, game: { spec: "game:other", start: "3 b", moves: ["a1a2"], end: "4 w" } };
    const kept = { spec: "game:other", position: "3 b", moves: ["a1a2"] };
    expect(order(info, { ...usual, opponent: "person" }, found, 0)).toMatchObject({ ...kept, players: [{ kind: "human" }, { kind: "human" }] });
    expect(order(info, usual, found, 0)).toMatchObject({ ...kept, players: [{ kind: "human" }, { kind: "computer" }] });
    const apart = order(info, { ...usual, opponent: "friend", pace: "live spare=5m" }, found, 0);
    expect(apart).toMatchObject({ spec: "game:other", position: "4 w", seats: { host: 1 }, pace: "live spare=5m" });
    expect(apart).not.toHaveProperty("moves");
    const byHand = { ...usual, opponent: "friend" as const, degree: "free" as const };
    expect(order(info, byHand, found, 0)).toMatchObject({ ...kept, degree: "free", seats: { host: 1 } });
    expect(order(info, { ...byHand, opponent: "person" }, found, 0)).toMatchObject({ ...kept, degree: "free" });
    expect(order(info, { ...byHand, open: true }, found, 0)).toMatchObject({ position: "4 w", seats: { host: 1, open: true, watched: true } });
  });
});
