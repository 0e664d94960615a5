import { describe, expect, it } from "vitest";
import { boxAround, neighbour, squareAt, UNIT, within } from "./geometry";
import { layOut } from "./layout";
import { grid, hexagons, MARGIN } from "./layout.testing";

describe("neighbour", () => {
  it("moves across a grid and stops at its edges", () => {
    const layout = layOut(grid(3, 3), false, false);
    expect(neighbour(layout, "b2", "left")).toBe("a2");
    expect(neighbour(layout, "b2", "right")).toBe("c2");
    expect(neighbour(layout, "b2", "up")).toBe("b1");
    expect(neighbour(layout, "b2", "down")).toBe("b3");
    expect(neighbour(layout, "a1", "left")).toBeNull();
    expect(neighbour(layout, "zz", "left")).toBeNull();
  });

  it("uses screen directions when the board is flipped", () => {
    const layout = layOut(grid(3, 3), true, false);
    expect(neighbour(layout, "b2", "left")).toBe("c2");
    expect(neighbour(layout, "b2", "up")).toBe("b3");
  });

  it("reaches every square of an irregular board", () => {
    const layout = layOut(hexagons(), false, false);
    const seen = new Set(["00"]);
    const queue = ["00"];
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      for (const direction of ["left", "right", "up", "down"] as const) {
        const next = neighbour(layout, at, direction);
        if (next && !seen.has(next)) {
          seen.add(next);
          queue.push(next);
        }
      }
    }
    expect(seen.size).toBe(11);
    expect(neighbour(layout, "13", "right")).toBe("off");
  });
});

describe("squareAt", () => {
  it("finds the square at a point, and none outside the board", () => {
    const layout = layOut(grid(3, 3), false, false);
    expect(squareAt(layout, { x: (MARGIN + 1.9) * UNIT, y: 0.1 * UNIT })).toBe("b1");
    expect(squareAt(layout, { x: 0.1 * UNIT, y: 0.5 * UNIT })).toBeNull();
  });
});

describe("boxAround", () => {
  it("is never too small and stays centred", () => {
    expect(boxAround([{ x: 50, y: 50 }], 10, 300)).toEqual({ x: -100, y: -100, width: 300, height: 300 });
  });

  it("is moved inside the board", () => {
    const board = { x: 0, y: 0, width: 500, height: 500 };
    expect(within({ x: -50, y: 400, width: 200, height: 200 }, board)).toEqual({ x: 0, y: 300, width: 200, height: 200 });
    expect(within({ x: 10, y: 10, width: 900, height: 100 }, board)).toEqual({ x: 0, y: 10, width: 500, height: 100 });
  });
});
