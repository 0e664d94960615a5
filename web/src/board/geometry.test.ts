import { describe, expect, it } from "vitest";
import type { BoardInfo } from "../api/types.generated";
import { boxAround, layOut, neighbour, squareAt, UNIT, within } from "./geometry";

const margin = 0.6;

function grid(files: number, rows: number): BoardInfo {
  const squares = Array.from({ length: files * rows }, (_, i) => ({
    name: `${"abcdefghijklm"[i % files]}${Math.floor(i / files) + 1}`,
    x: margin + (i % files) + 0.5,
    y: Math.floor(i / files) + 0.5,
    outline: "square" as const,
    shade: 0,
  }));
  const labels = Array.from({ length: rows }, (_, row) => ({ text: `${row + 1}`, x: margin / 2, y: row + 0.5 }));
  return { squares, labels, width: files + margin, height: rows + margin };
}

function hexagons(): BoardInfo {
  const rows = [3, 4, 3];
  const squares = rows.flatMap((count, row) =>
    Array.from({ length: count }, (_, i) => ({
      name: `${row}${i}`,
      x: 1 + i + (4 - count) / 2,
      y: 1 + row * 0.87,
      outline: "hexagon" as const,
      shade: 0,
    })),
  );
  // A square beside the board, as some games have.
  squares.push({ name: "off", x: 6.5, y: 1.87, outline: "hexagon", shade: 2 });
  return { squares, labels: [], width: 7, height: 4 };
}

describe("neighbour", () => {
  it("walks a grid and stops at its edges", () => {
    const layout = layOut(grid(3, 3), false, false);
    expect(neighbour(layout, "b2", "left")).toBe("a2");
    expect(neighbour(layout, "b2", "right")).toBe("c2");
    expect(neighbour(layout, "b2", "up")).toBe("b1");
    expect(neighbour(layout, "b2", "down")).toBe("b3");
    expect(neighbour(layout, "a1", "left")).toBeNull();
    expect(neighbour(layout, "zz", "left")).toBeNull();
  });

  it("follows the screen when the board is flipped", () => {
    const layout = layOut(grid(3, 3), true, false);
    expect(neighbour(layout, "b2", "left")).toBe("c2");
    expect(neighbour(layout, "b2", "up")).toBe("b3");
  });

  it("reaches every square of an odd board", () => {
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

describe("layOut", () => {
  it("keeps labels on their side of the board and with their row", () => {
    const layout = layOut(grid(3, 3), true, false);
    expect(layout.labels[0]).toEqual({ text: "1", anchor: "middle", inside: false, x: 0.3 * UNIT, y: 2.5 * UNIT });
  });

  it("turns labels with the board where squares beside it would come between them and their rows", () => {
    const board = grid(3, 3);
    board.squares.push({ name: "off", x: 4.9, y: 2.5, outline: "square", shade: 2 });
    board.width = 5.5;
    const [kept, turned] = [layOut(board, false, false), layOut(board, true, false)];
    expect(kept.labels.map((label) => label.x)).toEqual([30, 30, 30]);
    const [a, off] = [turned.byName.get("a1"), turned.byName.get("off")];
    for (const label of turned.labels) expect(label.x - (a?.x ?? 0)).toBeCloseTo(0.8 * UNIT);
    expect(off?.x).toBeLessThan(a?.x ?? 0);
    expect(Math.max(...turned.labels.map((label) => label.x))).toBeLessThan(turned.box.x + turned.box.width);
    expect(turned.box.width).toBe(kept.box.width);
    const compact = layOut(board, true, true);
    expect(compact.labels.every((label) => label.anchor === "end")).toBe(true);
  });

  it("puts a label beside a short row where there is room, or into the row's first square, never into another's", () => {
    const board = { ...hexagons(), labels: [0, 1, 2].map((row) => ({ text: `${row}`, x: 0.2, y: 1 + row * 0.87 })) };
    board.squares = board.squares.filter((square) => square.name !== "off" && (square.name === "01" || !square.name.startsWith("0")));
    const { labels, byName, box } = layOut(board, false, true);
    const [short, long] = [labels[0], labels[1]];
    expect(short?.y).toBe(byName.get("01")?.y);
    expect(short?.x).toBeLessThan((byName.get("01")?.x ?? 0) - UNIT / 2);
    expect(short?.x).toBeGreaterThan(box.x);
    expect([short?.inside, long?.inside]).toEqual([false, true]);
    expect(Math.abs((long?.x ?? 0) - (byName.get("10")?.x ?? 0))).toBeLessThan(UNIT / 2);
    expect(Math.abs((long?.y ?? 0) - (byName.get("10")?.y ?? 0))).toBeLessThan(UNIT / 2);
  });

  it("cuts the margin off where room is scarce", () => {
    const layout = layOut(grid(3, 3), false, true);
    expect(layout.box.x).toBeCloseTo(margin * UNIT);
    expect(layout.box.width).toBeCloseTo(3 * UNIT);
    expect(layout.labels.every((label) => label.x > layout.box.x)).toBe(true);
  });

  it("sorts squares into rows as they are seen", () => {
    expect(layOut(grid(2, 2), true, false).rows.map((row) => row.map((square) => square.name))).toEqual([
      ["b2", "a2"],
      ["b1", "a1"],
    ]);
  });
});

describe("squareAt", () => {
  it("finds squares and nothing beside them", () => {
    const layout = layOut(grid(3, 3), false, false);
    expect(squareAt(layout, { x: (margin + 1.9) * UNIT, y: 0.1 * UNIT })).toBe("b1");
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
