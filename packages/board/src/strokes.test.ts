import { describe, expect, it } from "vitest";
import { circle, joined, line, pill, placed, segment, tip } from "./strokes";

describe("strokes", () => {
  it("are placed relative to a point, rotated and scaled", () => {
    expect(placed({ x: 10, y: 20 })(3, -4)).toBe("13 16");
    expect(placed({ x: 10, y: 20 }, 90, 2)(3, 0)).toBe("10 26");
    expect(tip({ to: { x: 100, y: 0 }, angle: 180 })).toBe("M114 10L100 0L114 -10");
  });

  it("are lines, circles and bars with round ends", () => {
    expect(line("0 0", "1 1")).toBe("M0 0L1 1");
    expect(segment({ from: { x: 0, y: 1 }, to: { x: 2, y: 3.456 } })).toBe("M0 1L2 3.46");
    expect(circle({ x: 0, y: 0 }, 5)).toBe("M5 0A5 5 0 0 1 0 5A5 5 0 0 1 -5 0A5 5 0 0 1 0 -5A5 5 0 0 1 5 0Z");
    expect(pill({ x: 0, y: 0 }, 4, 5)).toBe("M7 0A5 5 0 0 1 2 5L-2 5A5 5 0 0 1 -7 0A5 5 0 0 1 -2 -5L2 -5A5 5 0 0 1 7 0Z");
  });

  it("are joined into one path, or none if there are none", () => {
    expect(joined([1, 2], (n) => `M${n} 0`)).toBe("M1 0M2 0");
    expect(joined([], String)).toBe(undefined);
  });
});
