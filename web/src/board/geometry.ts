import type { BoardInfo, BoardSquare } from "../api/types.generated";

/** The drawing unit: one square of the board is this wide. */
export const UNIT = 100;

export type Direction = "left" | "right" | "up" | "down";

export interface Point {
  x: number;
  y: number;
}

export interface PlacedSquare extends Point {
  name: string;
  outline: BoardSquare["outline"];
  shade: number;
}

export interface PlacedLabel extends Point {
  text: string;
  anchor: "start" | "middle" | "end";
  /** Whether it lies inside a square. */
  inside: boolean;
}

/** A board as it lies on the screen, in drawing units. */
export interface Layout {
  squares: PlacedSquare[];
  byName: ReadonlyMap<string, PlacedSquare>;
  /** The squares in rows from top to bottom, each from left to right. */
  rows: PlacedSquare[][];
  labels: PlacedLabel[];
  box: Box;
}

const outerRadius = (outline: BoardSquare["outline"]) => (outline === "disc" ? 0.45 : 0.5);
/** How far a square reaches up and down: a hexagon's corners lie there. */
const outerHeight = (outline: BoardSquare["outline"]) => (outline === "hexagon" ? 1 / Math.sqrt(3) : outerRadius(outline));

/** Lays a board out for the side that looks at it; `compact` puts the labels inside the squares and cuts the margin off. */
export function layOut(board: BoardInfo, flipped: boolean, compact: boolean): Layout {
  const xs = board.squares.map((square) => square.x);
  const ys = board.squares.map((square) => square.y);
  const reach = Math.max(...board.squares.map((square) => outerRadius(square.outline)));
  const reachUp = Math.max(...board.squares.map((square) => outerHeight(square.outline)));
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const turnX = (x: number) => (flipped ? left + right - x : x);
  const turnY = (y: number) => (flipped ? top + bottom - y : y);
  const squares = board.squares.map((square) => ({
    name: square.name,
    outline: square.outline,
    shade: square.shade,
    x: turnX(square.x) * UNIT,
    y: turnY(square.y) * UNIT,
  }));
  const isBeside = (label: Point) => label.x < left - reach || label.x > right + reach;
  const beside = board.labels.filter(isBeside);
  const distance = (turn: (x: number) => number) =>
    beside.reduce((sum, { x, y }) => sum + nearness({ x: turn(x) * UNIT, y: turnY(y) * UNIT }, squares), 0);
  // A label beside the board stays on its side of it and follows its row, unless other squares would come between them.
  const turnBeside = flipped && distance(turnX) < distance((x) => x) - 1 ? turnX : (x: number) => x;
  const labels = board.labels.map((label) => {
    const outsideX = isBeside(label);
    const outsideY = label.y < top - reach || label.y > bottom + reach;
    const x = (outsideX ? turnBeside(label.x) : turnX(label.x)) * UNIT;
    const at = { text: label.text, anchor: "middle" as const, inside: false, x, y: (outsideY ? label.y : turnY(label.y)) * UNIT };
    return compact ? inward(at, squares, outsideX, (left - reach) * UNIT) : at;
  });
  const box = compact
    ? {
        x: (left - reach) * UNIT,
        y: (top - reachUp) * UNIT,
        width: (right - left + 2 * reach) * UNIT,
        height: (bottom - top + 2 * reachUp) * UNIT,
      }
    : { x: turnBeside === turnX ? turnX(board.width) * UNIT : 0, y: 0, width: board.width * UNIT, height: board.height * UNIT };
  return {
    squares,
    byName: new Map(squares.map((square) => [square.name, square])),
    rows: inRows(squares),
    labels,
    box,
  };
}

/**
 * Moves a label to where it needs no margin: into a corner of the square nearest to it, or where it stands beside the board
 * next to its row, if there is room between the row and `edge`, the left of the drawing.
 */
function inward(label: PlacedLabel, squares: PlacedSquare[], beside: boolean, edge: number): PlacedLabel {
  const row = beside ? squares.filter((square) => Math.abs(square.y - label.y) < 1) : [];
  const nearest = closest(label, row.length > 0 ? row : squares);
  if (!nearest) return label;
  const { text } = label;
  // Hexagons and discs have no corners.
  const corner = { x: 0.47 * UNIT, y: (nearest.outline === "square" ? 0.38 : 0.2) * UNIT };
  if (!beside) return { text, anchor: "end", inside: true, x: nearest.x + corner.x, y: nearest.y + corner.y };
  if (label.x > nearest.x) return { text, anchor: "end", inside: true, x: nearest.x + corner.x, y: nearest.y - corner.y };
  const free = nearest.x - 0.58 * UNIT;
  if (free - edge > 0.3 * UNIT) return { text, anchor: "end", inside: false, x: free, y: nearest.y };
  return { text, anchor: "start", inside: true, x: nearest.x - corner.x, y: nearest.y - corner.y };
}

function inRows(squares: PlacedSquare[]): PlacedSquare[][] {
  const rows = new Map<number, PlacedSquare[]>();
  for (const square of squares) {
    const key = Math.round(square.y);
    const row = rows.get(key);
    if (row) row.push(square);
    else rows.set(key, [square]);
  }
  return [...rows.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, row]) => row.sort((a, b) => a.x - b.x));
}

/** Measures how far a point is from the square nearest to it. */
function nearness(point: Point, squares: PlacedSquare[]): number {
  const square = closest(point, squares);
  return square ? Math.hypot(square.x - point.x, square.y - point.y) : 0;
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

/** Finds the square under a point given in drawing units. */
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

/** Finds the nearest square in a direction, preferring those straight ahead; none at the edge. */
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
    // Within 60° of straight ahead, so that the rows of a hexagonal board stay reachable.
    if (forward <= 1 || aside > 1.8 * forward) continue;
    const cost = Math.hypot(dx, dy) + aside;
    if (cost < least) [best, least] = [square.name, cost];
  }
  return best;
}

/** Returns the centres of squares; names the board lacks are left out. */
export function centres(layout: Layout, names: readonly string[]): Point[] {
  return names.flatMap((name) => layout.byName.get(name) ?? []);
}

/** Draws a square's outline as the `d` of an SVG path around its centre. */
export function outlinePath(outline: BoardSquare["outline"]): string {
  const half = UNIT / 2;
  switch (outline) {
    case "square":
      return `M${-half} ${-half}H${half}V${half}H${-half}Z`;
    case "hexagon": {
      // Vertical sides one unit apart: the corners lie 1/√3 from the centre.
      const corner = UNIT / Math.sqrt(3);
      return `M0 ${-corner}L${half} ${-corner / 2}V${corner / 2}L0 ${corner}L${-half} ${corner / 2}V${-corner / 2}Z`;
    }
    case "disc": {
      const radius = 0.45 * UNIT;
      return `M${-radius} 0a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
    }
  }
}

export interface Box extends Point {
  width: number;
  height: number;
}

/** Moves a box inside another, and cuts off what does not fit. */
export function within(box: Box, outer: Box): Box {
  const width = Math.min(box.width, outer.width);
  const height = Math.min(box.height, outer.height);
  const x = Math.min(Math.max(box.x, outer.x), outer.x + outer.width - width);
  const y = Math.min(Math.max(box.y, outer.y), outer.y + outer.height - height);
  return { x, y, width, height };
}

/** Returns the smallest box around some squares with a margin, at least `least` wide and high, in drawing units. */
export function boxAround(points: Point[], margin: number, least: number): Box {
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const [left, right] = [Math.min(...xs) - margin, Math.max(...xs) + margin];
  const [top, bottom] = [Math.min(...ys) - margin, Math.max(...ys) + margin];
  const width = Math.max(right - left, least);
  const height = Math.max(bottom - top, least);
  return { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height };
}
