import type { BoardInfo, BoardSquare } from "@entourage/rules";

/** Width of a square in drawing units. */
export const UNIT = 100;

export type Direction = "left" | "right" | "up" | "down";

export interface Point {
  x: number;
  y: number;
}

/** The shape of a square on the screen: rotating the board rotates hexagons. */
export type PlacedOutline = BoardSquare["outline"];

export interface PlacedSquare extends Point {
  name: string;
  outline: PlacedOutline;
  shade: number;
}

export interface PlacedLabel extends Point {
  text: string;
  anchor: "start" | "middle" | "end";
  /** Whether the label is on the board's rim, outside the board, or at the top of a square that has no piece. */
  on: "rim" | "table" | "square";
  /** The square of a label on a square. */
  square?: string;
}

/** A board's layout on the screen, in drawing units. */
export interface Layout {
  squares: PlacedSquare[];
  byName: ReadonlyMap<string, PlacedSquare>;
  /** Rows of squares from top to bottom, each from left to right. */
  rows: PlacedSquare[][];
  labels: PlacedLabel[];
  /** The rectangle filled by squares, including its rim; `null` if there is none. */
  plate: Box | null;
  /** Squares outside the plate; each has its own rim. */
  loose: ReadonlySet<string>;
  /** The bounding box, including the front edge. */
  box: Box;
}

function closest(point: Point, squares: PlacedSquare[]): PlacedSquare | undefined {
  let best: PlacedSquare | undefined;
  let least = Infinity;
  for (const square of squares) {
    const distance = Math.hypot(square.x - point.x, square.y - point.y);
    if (distance < least) [best, least] = [square, distance];
  }
  return best;
}

/** Returns the square at a point in drawing units. */
export function squareAt(layout: Layout, point: Point): string | null {
  const square = closest(point, layout.squares);
  if (!square) return null;
  const dx = Math.abs(point.x - square.x);
  const dy = Math.abs(point.y - square.y);
  const inside =
    square.outline === "square"
      ? dx <= UNIT / 2 && dy <= UNIT / 2
      : Math.hypot(dx, dy) <= (square.outline === "disc" ? 0.5 : 0.58) * UNIT;
  return inside ? square.name : null;
}

const DIRECTIONS: Record<Direction, Point> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

/** Returns the nearest square in a direction, preferring squares straight ahead; `null` at the edge. */
export function neighbour(layout: Layout, from: string, direction: Direction): string | null {
  const here = layout.byName.get(from);
  if (!here) return null;
  const ahead = DIRECTIONS[direction];
  let best: string | null = null;
  let least = Infinity;
  for (const square of layout.squares) {
    const dx = square.x - here.x;
    const dy = square.y - here.y;
    const forward = dx * ahead.x + dy * ahead.y;
    const aside = Math.abs(dx * ahead.y) + Math.abs(dy * ahead.x);
    // Within 60° of straight ahead, so that all rows of a hexagonal board can be reached.
    if (forward <= 1 || aside > 1.8 * forward) continue;
    const cost = Math.hypot(dx, dy) + aside;
    if (cost < least) [best, least] = [square.name, cost];
  }
  return best;
}

/** Returns the centres of squares; unknown names are skipped. */
export function centres(layout: Layout, names: readonly string[]): Point[] {
  return names.flatMap((name) => layout.byName.get(name) ?? []);
}

/** Returns the `d` of an SVG path for a square's outline around a point, by default the origin. */
export function outlinePath(outline: PlacedOutline, { x, y }: Point = { x: 0, y: 0 }): string {
  const half = UNIT / 2;
  switch (outline) {
    case "square":
      return `M${x - half} ${y - half}H${x + half}V${y + half}H${x - half}Z`;
    case "hexagon": {
      // Vertical sides are one unit apart, so the corners are 1/√3 from the centre.
      const corner = UNIT / Math.sqrt(3);
      return `M${x} ${y - corner}L${x + half} ${y - corner / 2}V${y + corner / 2}L${x} ${y + corner}L${x - half} ${y + corner / 2}V${y - corner / 2}Z`;
    }
    case "turned": {
      const corner = UNIT / Math.sqrt(3);
      return `M${x + corner} ${y}L${x + corner / 2} ${y + half}H${x - corner / 2}L${x - corner} ${y}L${x - corner / 2} ${y - half}H${x + corner / 2}Z`;
    }
    case "disc": {
      const radius = 0.45 * UNIT;
      return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
    }
  }
}

export interface Box extends Point {
  width: number;
  height: number;
}

/** Moves a box inside another one and clips it if it does not fit. */
export function within(box: Box, outer: Box): Box {
  const width = Math.min(box.width, outer.width);
  const height = Math.min(box.height, outer.height);
  const x = Math.min(Math.max(box.x, outer.x), outer.x + outer.width - width);
  const y = Math.min(Math.max(box.y, outer.y), outer.y + outer.height - height);
  return { x, y, width, height };
}

/** Returns the bounding box of squares plus a margin, at least `least` wide and high, in drawing units. */
export function boxAround(points: Point[], margin: number, least: number): Box {
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const [left, right] = [Math.min(...xs) - margin, Math.max(...xs) + margin];
  const [top, bottom] = [Math.min(...ys) - margin, Math.max(...ys) + margin];
  const width = Math.max(right - left, least);
  const height = Math.max(bottom - top, least);
  return { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height };
}
