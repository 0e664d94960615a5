import { describe, expect, it } from "vitest";
import { between, pool } from "./auras";

/** Parses the points of an outline. */
const points = (path: string) => path.slice(1, -1).split("L").map((pair) => pair.split(" ").map(Number) as [number, number]);

describe("pool", () => {
  const lit = { aura: "shelter" as const, kind: "k", from: { x: 0, y: 0 }, to: [{ x: 100, y: 0 }, { x: 0, y: 100 }, { x: -100, y: -100 }] };

  it("follows the arms at a constant distance and never enters one", () => {
    for (const [x, y] of points(pool(lit, 46))) {
      const distances = lit.to.map((to) => {
        const along = Math.min(1, Math.max(0, (x * to.x + y * to.y) / (to.x ** 2 + to.y ** 2)));
        return Math.hypot(x - along * to.x, y - along * to.y);
      });
      expect(Math.min(...distances)).toBeGreaterThan(45.8);
      expect(Math.min(...distances)).toBeLessThan(46.2);
    }
  });
});

describe("between", () => {
  it("connects the rims and never points backwards", () => {
    expect(between({ x: 0, y: 0 }, { x: 300, y: 0 })).toEqual({ from: { x: 44, y: 0 }, to: { x: 256, y: 0 }, length: 212, angle: 0 });
    const near = between({ x: 0, y: 0 }, { x: 0, y: 50 });
    expect(near.to.y).toBeGreaterThan(near.from.y);
  });
});
