import { describe, expect, it } from "vitest";
import type { EffectView, PieceView, Side } from "@entourage/rules";
import { carry, carryBack, figuresOf, settle } from "./animation";

const piece = (square: string, side: Side, kind = 0): PieceView => ({ square, side, kind, marks: [], powers: [] });

describe("carry", () => {
  it("moves a figure along a bent path leg by leg and removes the captured piece on arrival", () => {
    const before = figuresOf([piece("a1", 1), piece("c3", 2)]);
    const effects: EffectView[] = [
      { type: "remove", square: "c3", kind: 0, side: 2 },
      { type: "move", from: "a1", to: "c3" },
    ];
    const found = carry(before, effects, ["a1", "a3", "c3"], [piece("c3", 1)]);
    expect(found.motions).toEqual([{ id: before[0]?.id, way: ["a1", "a3", "c3"], start: 0 }]);
    expect(found.departures).toMatchObject([{ at: 2, figure: { square: "c3", side: 2 } }]);
    expect(found.figures).toMatchObject([{ id: before[0]?.id, square: "c3" }]);
    expect(found.legs).toBe(2);
  });

  it("chains the legs of a path with a capture in the middle", () => {
    const before = figuresOf([piece("f9", 1), piece("e8", 2)]);
    const effects: EffectView[] = [
      { type: "remove", square: "e8", kind: 0, side: 2 },
      { type: "move", from: "f9", to: "e8" },
      { type: "move", from: "e8", to: "d8" },
    ];
    const found = carry(before, effects, ["f9", "e8", "d8"], [piece("d8", 1)]);
    expect(found.motions.map((motion) => [motion.way, motion.start])).toEqual([
      [["f9", "e8"], 0],
      [["e8", "d8"], 1],
    ]);
    expect(found.departures[0]?.at).toBe(1);
  });

  it("swaps two figures simultaneously", () => {
    const before = figuresOf([piece("a1", 1, 1), piece("c3", 1, 2)]);
    const found = carry(before, [{ type: "swap", a: "a1", b: "c3" }], ["a1", "c3"], [piece("c3", 1, 1), piece("a1", 1, 2)]);
    expect(found.motions).toHaveLength(2);
    expect(found.motions.every((motion) => motion.start === 0)).toBe(true);
    expect(found.figures[0]).toMatchObject({ id: before[0]?.id, square: "c3", kind: 1 });
  });

  it("keeps the objects of unchanged figures, so that they are not redrawn", () => {
    const before = figuresOf([piece("a1", 1), piece("c3", 2)]);
    const after = [piece("a2", 1), piece("c3", 2)];
    const { figures } = carry(before, [{ type: "move", from: "a1", to: "a2" }], ["a1", "a2"], after);
    expect([figures[0] === before[0], figures[1] === before[1]]).toEqual([false, true]);
    const settled = settle(figures, [after[0] as PieceView, { ...piece("c3", 2), marks: ["m"] }]);
    expect([settled[0] === figures[0], settled[1] === figures[1], settled[1]?.id === figures[1]?.id]).toEqual([true, false, true]);
  });

  it("keeps the figure of a piece that changes its type", () => {
    const before = figuresOf([piece("a1", 1, 1)]);
    const effects: EffectView[] = [
      { type: "move", from: "a1", to: "a2" },
      { type: "transform", square: "a2", kind: 5, side: 1 },
    ];
    const found = carry(before, effects, ["a1", "a2"], [piece("a2", 1, 5)]);
    expect(found.figures[0]).toMatchObject({ id: before[0]?.id, kind: 5 });
    expect(found.arrivals).toEqual([{ id: before[0]?.id, at: 1 }]);
  });

  it("follows the pieces if the effects contradict them", () => {
    const found = carry(figuresOf([piece("a1", 1)]), [], [], [piece("b1", 2, 3)]);
    expect(found.figures).toMatchObject([{ square: "b1", side: 2, kind: 3 }]);
    expect(found.motions).toEqual([]);
  });
});

describe("carryBack", () => {
  it("follows the path in reverse and restores the captured piece", () => {
    const now = figuresOf([piece("c3", 1)]);
    const effects: EffectView[] = [
      { type: "remove", square: "c3", kind: 0, side: 2 },
      { type: "move", from: "a1", to: "c3" },
    ];
    const found = carryBack(now, effects, ["a1", "a3", "c3"], [piece("a1", 1), piece("c3", 2)]);
    expect(found.motions).toEqual([{ id: now[0]?.id, way: ["c3", "a3", "a1"], start: 0 }]);
    expect(found.figures.map((figure) => figure.square)).toEqual(["a1", "c3"]);
    expect(found.figures[1]?.id).not.toBe(now[0]?.id);
  });
});

describe("settle", () => {
  it("keeps the figures of pieces that have not changed", () => {
    const now = figuresOf([piece("a1", 1), piece("b1", 2)]);
    const settled = settle(now, [piece("a1", 1), piece("b1", 1)]);
    expect(settled[0]?.id).toBe(now[0]?.id);
    expect(settled[1]?.id).not.toBe(now[1]?.id);
  });
});
