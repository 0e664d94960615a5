import { describe, expect, it } from "vitest";
import { addVariation, readPlan, without, writePlan } from "./conditionalMoves";

const TEXT = "e7e5 > g1f3 { b8c6 > f1b5; d7d6 > d2d4 }; c7c5 x1 > a b { c > resign }; h7h6 > resign";

describe("conditional moves", () => {
  it("are parsed and serialised", () => {
    const plan = readPlan(TEXT);
    expect(writePlan(plan)).toBe(TEXT);
    expect(plan[1]).toEqual({ turn: ["c7c5", "x1"], reply: { turn: ["a", "b"], then: [{ turn: ["c"], reply: null }] } });
    expect(readPlan("")).toEqual([]);
    expect(writePlan([])).toBe("");
  });

  it("grow by lines and share common beginnings", () => {
    let plan = addVariation([], [["a"], ["b"]]);
    plan = addVariation(plan, [["a"], ["b"], ["c"], ["d"]]);
    plan = addVariation(plan, [["a"], ["b"], ["e"]]);
    plan = addVariation(plan, [["x", "y"], ["z"]]);
    expect(writePlan(plan)).toBe("a > b { c > d; e > resign }; x y > z");
    // Another reply to the same turn replaces the first reply and everything after it.
    expect(writePlan(addVariation(plan, [["a"], ["q"]]))).toBe("a > q; x y > z");
    // Adding the same line again changes nothing.
    expect(writePlan(addVariation(plan, [["a"], ["b"]]))).toBe(writePlan(plan));
  });

  it("lose a branch together with the moves after it", () => {
    const plan = readPlan(TEXT);
    expect(writePlan(without(plan, [0]))).toBe("c7c5 x1 > a b { c > resign }; h7h6 > resign");
    expect(writePlan(without(plan, [0, 1]))).toBe("e7e5 > g1f3 { b8c6 > f1b5 }; c7c5 x1 > a b { c > resign }; h7h6 > resign");
    expect(writePlan(without(plan, [1, 0]))).toBe("e7e5 > g1f3 { b8c6 > f1b5; d7d6 > d2d4 }; c7c5 x1 > a b; h7h6 > resign");
  });
});
