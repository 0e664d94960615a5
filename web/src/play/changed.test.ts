import { describe, expect, it } from "vitest";
import type { EffectView } from "@entourage/rules";
import { changedBy } from "./changed";

const turned = (square: string): EffectView => ({ type: "transform", square, kind: 0, side: 1 });

describe("pieces changed from a distance", () => {
  it("are listed once each", () => {
    const effects: EffectView[] = [{ type: "place", square: "d3", kind: 0, side: 1 }, turned("d4"), turned("e4"), turned("d4")];
    expect(changedBy({ effects, legs: ["d3"] })).toEqual(["d4", "e4"]);
  });

  it("do not include a promoted piece, and do not exist before the first move", () => {
    expect(changedBy({ effects: [{ type: "move", from: "a7", to: "a8" }, turned("a8")], legs: ["a7", "a8"] })).toEqual([]);
    expect(changedBy(undefined)).toEqual([]);
  });
});
