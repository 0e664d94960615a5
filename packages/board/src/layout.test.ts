import { describe, expect, it } from "vitest";
import type { BoardInfo } from "@entourage/rules";
import { UNIT, type Box, type Layout } from "./geometry";
import { croppedTo, freeHeight, hasFreeCorners, layOut, onItsSide, RIM } from "./layout";
import { grid, hexagons } from "./layout.testing";

/** Returns whether a label covers a square. */
const covers = (layout: Layout) => layout.labels.some((label) => layout.squares.some((square) => Math.abs(label.x - square.x) < 49 && Math.abs(label.y - square.y) < 49));
const holds = (box: Box, { x, y }: { x: number; y: number }) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;

/** A grid with a square beside it. */
function gridBeside(): BoardInfo {
  const board = grid(3, 3);
  board.squares.push({ name: "off", x: 4.9, y: 2.5, outline: "square", shade: 2 });
  board.labels.push({ text: "off", x: 4.9, y: 1.7 });
  board.width = 5.5;
  return board;
}

describe("layOut", () => {
  it("puts coordinates on the rim, aligned with their rows and files, from either side", () => {
    for (const flipped of [false, true]) {
      const layout = layOut(grid(3, 3), flipped, false);
      const a1 = layout.byName.get("a1");
      const [row, file] = [layout.labels[0], layout.labels[3]];
      expect([row?.text, row?.on, row?.y]).toEqual(["1", "rim", a1?.y]);
      expect([file?.text, file?.on, file?.x]).toEqual(["a", "rim", a1?.x]);
      expect(Math.min(...layout.squares.map((square) => square.x)) - (row?.x ?? 0)).toBeCloseTo(UNIT / 2 + RIM.wide / 2);
    }
  });

  it("labels the squares themselves where letters restart in each row", () => {
    const squares = hexagons().squares.slice(0, 10).map((square, i) => ({ ...square, name: `${"abcd"[i % 4]}${Math.floor(i / 4) + 1}` }));
    const numbers = { ...hexagons(), squares, labels: [{ text: "1", x: 0.2, y: 1 }] };
    const own = (board: BoardInfo) => layOut(board, false, false).labels.filter(({ on }) => on === "square");
    expect(own(numbers).map(({ text, square }) => text + square?.replace(/[a-z]+/, ""))).toEqual(numbers.squares.map(({ name }) => name));
    expect(own(grid(3, 3))).toEqual([]);
    expect(layOut(numbers, false, false, true).labels).toEqual([]);
  });

  it("finds the middle of the largest range of rows without pieces", () => {
    const board = grid(3, 5);
    const layout = layOut(board, false, false, true);
    const at = freeHeight(layout, ["a1", "b1", "a2", "c5"]) ?? NaN;
    const height = (name: string) => ((layout.byName.get(name)?.y ?? NaN) - layout.box.y) / layout.box.height;
    expect(at).toBeCloseTo((height("a2") + height("c5")) / 2);
    expect(freeHeight(layout, ["a1", "a2", "a3", "a4", "a5"])).toBeNull();
    expect(freeHeight(layout, [])).toBeNull();
  });

  it("puts no label on a square and nothing outside the drawing", () => {
    const rows = { ...hexagons(), labels: [0, 1, 2].map((row) => ({ text: `${row}`, x: 0.2, y: 1 + row * 0.87 })) };
    for (const board of [grid(3, 3), gridBeside(), rows]) {
      for (const flipped of [false, true]) {
        for (const compact of [false, true]) {
          const layout = layOut(board, flipped, compact);
          expect(covers(layout)).toBe(false);
          expect([...layout.labels, ...layout.squares].every((one) => holds(layout.box, one))).toBe(true);
        }
      }
    }
  });

  it("omits the rim of a slim grid, but not the rims of separate squares", () => {
    const edges = ({ box, squares }: Layout) => box.x + box.width - Math.max(...squares.map((square) => square.x));
    expect(edges(layOut(grid(3, 3), false, false, false, true))).toBeCloseTo(UNIT / 2);
    expect(layOut(hexagons(), false, false, false, true)).toEqual(layOut(hexagons(), false, false));
  });

  it("puts coordinates on the side of the grid without other squares", () => {
    const [kept, turned] = [layOut(gridBeside(), false, false), layOut(gridBeside(), true, false)];
    const xs = (layout: Layout) => layout.squares.filter((square) => square.shade < 2).map((square) => square.x);
    expect(kept.labels[0]?.x).toBeLessThan(Math.min(...xs(kept)));
    expect(turned.labels[0]?.x).toBeGreaterThan(Math.max(...xs(turned)));
    expect(turned.byName.get("off")?.x).toBeLessThan(Math.min(...xs(turned)));
    // The label of the square beside the board moves with the square.
    const label = turned.labels.find(({ text }) => text === "off");
    expect([label?.on, label?.x]).toEqual(["table", turned.byName.get("off")?.x]);
    expect([...kept.loose]).toEqual(["off"]);
  });

  it("puts the labels of squares beside the grid outside their rims but inside the drawing, from either side", () => {
    const board = grid(3, 4);
    // A hand of one square per side, as in game definitions.
    for (const [name, y] of [["x1", 3.5], ["y1", 0.5]] as const) {
      board.squares.push({ name, x: board.width + 0.5, y, outline: "square", shade: 2 });
      board.labels.push({ text: name, x: board.width + 0.5, y: y + 0.7 });
    }
    for (const flipped of [false, true]) {
      const { labels, byName, box } = layOut(board, flipped, false);
      for (const name of ["x1", "y1"]) {
        const [label, square] = [labels.find(({ text }) => text === name), byName.get(name)];
        expect([label?.on, label?.x]).toEqual(["table", square?.x]);
        const away = Math.abs((label?.y ?? 0) - (square?.y ?? 0));
        expect(away).toBeGreaterThan(UNIT / 2 + RIM.narrow + 12);
        expect(away).toBeLessThan(UNIT);
        expect(holds(box, { x: label?.x ?? 0, y: (label?.y ?? 0) - 16 }) && holds(box, { x: label?.x ?? 0, y: (label?.y ?? 0) + 16 })).toBe(true);
      }
    }
  });

  it("puts coordinates beside the first square of each row if there is no grid", () => {
    const board = { ...hexagons(), labels: [0, 1, 2].map((row) => ({ text: `${row}`, x: 0.2, y: 1 + row * 0.87 })) };
    const layout = layOut(board, false, true);
    expect(layout.plate).toBeNull();
    for (const [row, label] of layout.labels.entries()) {
      const first = layout.rows[row]?.[0];
      expect([label.on, label.anchor, Math.round(label.y)]).toEqual(["table", "end", Math.round(first?.y ?? 0)]);
      expect((first?.x ?? 0) - label.x).toBeGreaterThan(UNIT / 2);
    }
  });

  it("uses less space in compact layouts, and none for hidden coordinates", () => {
    const [wide, compact, bare] = [layOut(grid(3, 3), false, false), layOut(grid(3, 3), false, true), layOut(grid(3, 3), false, true, true)];
    expect(compact.box.width).toBeLessThan(wide.box.width);
    expect(bare.box.width).toBeLessThan(compact.box.width);
    expect(bare.labels).toEqual([]);
  });

  it("sorts squares into rows as seen on the screen", () => {
    expect(layOut(grid(2, 2), true, false).rows.map((row) => row.map((square) => square.name))).toEqual([
      ["b2", "a2"],
      ["b1", "a1"],
    ]);
  });
});

describe("a board on its side", () => {
  const diamond = () => {
    const rows = [1, 2, 3, 2, 1];
    const squares = rows.flatMap((count, row) =>
      Array.from({ length: count }, (_, i) => ({ name: `${"abc"[i]}${rows.length - row}`, x: i - count / 2, y: row * 0.87, outline: "hexagon" as const, shade: 0 })),
    );
    return { squares, labels: rows.map((_, row) => ({ text: `${rows.length - row}`, x: -3, y: row * 0.87 })), width: 4, height: 5 };
  };

  it("turns the bottom to the left and keeps all distances between squares", () => {
    const upright = layOut(diamond(), false, true);
    const lying = onItsSide(upright);
    const at = (name: string) => lying.byName.get(name);
    expect(at("a1")?.x).toBeLessThan(at("a5")?.x ?? 0);
    expect(at("a1")?.outline).toBe("turned");
    // Turned hexagons become upright ones.
    const files = { ...diamond(), squares: diamond().squares.map((square) => ({ ...square, outline: "turned" as const })) };
    const turned = layOut(files, false, true);
    expect([turned.byName.get("a1")?.outline, onItsSide(turned).byName.get("a1")?.outline]).toEqual(["turned", "hexagon"]);
    for (const one of upright.squares)
      for (const other of upright.squares) {
        const [a, b] = [at(one.name), at(other.name)];
        const apart = Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0));
        expect(apart).toBeCloseTo(Math.hypot(one.x - other.x, one.y - other.y));
      }
    expect(lying.box.width).toBeGreaterThan(lying.box.height);
    for (const { x, y } of [...lying.squares, ...lying.labels]) {
      expect(x).toBeGreaterThan(lying.box.x);
      expect(y).toBeGreaterThan(lying.box.y);
      expect(x).toBeLessThan(lying.box.x + lying.box.width);
      expect(y).toBeLessThan(lying.box.y + lying.box.height);
    }
  });

  it("has free corners if it narrows towards its ends, unlike a grid", () => {
    const rows = Array.from({ length: 13 }, (_, row) => Math.min(row, 12 - row) + 1);
    const tall = { squares: rows.flatMap((count, row) => Array.from({ length: count }, (_, i) => ({ name: `${row} ${i}`, x: i - count / 2, y: row * 0.87, outline: "hexagon" as const, shade: 0 }))), labels: [], width: 8, height: 13 };
    const upright = layOut(tall, false, true);
    expect(hasFreeCorners(upright)).toBe(true);
    expect(hasFreeCorners(onItsSide(upright))).toBe(true);
    expect(hasFreeCorners(layOut(grid(3, 3), false, false))).toBe(false);
  });
});

describe("croppedTo", () => {
  it("omits squares outside the box, but keeps their positions", () => {
    const whole = layOut(grid(6, 6), false, false);
    const corner = whole.rows[0]?.[0];
    const cropped = croppedTo(whole, { x: (corner?.x ?? 0) - UNIT / 2, y: (corner?.y ?? 0) - UNIT / 2, width: UNIT, height: UNIT });
    // Everything that touches the box is drawn.
    expect(cropped.rows).toEqual(whole.rows.slice(0, 2).map((row) => row.slice(0, 2)));
    expect(cropped.squares).toHaveLength(4);
    expect(cropped.byName.get("f1")).toBe(whole.byName.get("f1"));
    expect(croppedTo(whole, whole.box).squares).toHaveLength(36);
  });
});
