import type { BoardInfo } from "@entourage/rules";
import { UNIT, type Box, type Layout, type PlacedLabel, type PlacedOutline, type PlacedSquare } from "./geometry";

/** Width of the rim on sides with and without coordinates. */
export const RIM = { wide: 36, narrow: 16, slim: 22 };
/** Height of the front edge, including room for its shadow. */
const LIP = 12;

/** The shape of a square after a quarter turn. */
const TURNED = { square: "square", hexagon: "turned", turned: "hexagon", disc: "disc" } as const;
const CORNER = 1 / Math.sqrt(3);
/** Half the width and half the height of a square in units; hexagons extend to their corners in one direction. */
const outerRadius = (outline: PlacedOutline) => (outline === "disc" ? 0.45 : outline === "turned" ? CORNER : 0.5);
const outerHeight = (outline: PlacedOutline) => (outline === "disc" ? 0.45 : outline === "hexagon" ? CORNER : 0.5);

/**
 * Computes a board's layout seen from one side. `compact` makes the rim as narrow as the coordinates allow, `bare` omits the coordinates, `slim`
 * omits the rim on the other sides.
 */
export function layOut(board: BoardInfo, flipped: boolean, compact: boolean, bare = false, slim = false): Layout {
  const xs = board.squares.map((square) => square.x);
  const ys = board.squares.map((square) => square.y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const turnX = (x: number) => (flipped ? left + right - x : x) * UNIT;
  const turnY = (y: number) => (flipped ? top + bottom - y : y) * UNIT;
  const squares = board.squares.map(({ name, outline, shade, x, y }) => ({ name, outline, shade, x: turnX(x), y: turnY(y) }));
  const field = rectangle(squares);
  const loose = squares.filter((square) => !field?.names.has(square.name));
  // Squares outside the plate are separated by their rims.
  const narrow = slim && field !== null ? 0 : compact ? RIM.narrow / 2 : RIM.narrow;
  const wide = slim ? RIM.slim : RIM.wide;
  // Coordinates are on the sides without other squares.
  const labelled = field !== null && !bare && board.labels.length > 0;
  const rightward = field !== null && loose.some((square) => square.x < field.x);
  const plate = field && {
    x: field.x - (labelled && !rightward ? wide : narrow),
    y: field.y - narrow,
    width: field.width + (labelled ? wide : narrow) + narrow,
    height: field.height + (labelled ? wide : narrow) + narrow,
  };
  const rows = inRows(squares);
  const labels = bare ? [] : board.labels.map((label): PlacedLabel => {
    const { text } = label;
    const beside = label.x < left - 0.5 || label.x > right + 0.5;
    const below = label.y < top - 0.5 || label.y > bottom + 0.5;
    if (beside && !below) {
      const y = turnY(label.y);
      if (field) return { text, anchor: "middle", on: "rim", x: rightward ? field.x + field.width + wide / 2 : field.x - wide / 2, y };
      const first = rows.find((row) => Math.abs((row[0]?.y ?? 0) - y) < 1)?.[0];
      return { text, anchor: "end", on: "table", x: (first?.x ?? turnX(label.x)) - 0.5 * UNIT - narrow - 10, y };
    }
    const at = { x: turnX(label.x), y: turnY(label.y) };
    // A label below the last row that is not below the field belongs to a square beside it.
    if (below && field && at.x > field.x && at.x < field.x + field.width) return { text, anchor: "middle", on: "rim", x: at.x, y: field.y + field.height + wide / 2 };
    // Beside a square with its own rim: outside the rim.
    const near = loose.find((square) => Math.abs(square.x - at.x) < UNIT / 2 && Math.abs(square.y - at.y) < UNIT);
    const away = near ? Math.sign(at.y - near.y) * (UNIT / 2 + RIM.narrow + LIP + 16) : 0;
    return { text, anchor: "middle", on: "table", x: at.x, y: near ? near.y + away : at.y };
  });
  if (!bare && restarts(board)) labels.push(...squares.map(({ name, x, y }): PlacedLabel => ({ text: name.replace(/\d+$/, ""), anchor: "middle", on: "square", square: name, x, y })));
  const boxes = [
    ...(plate ? [plate] : []),
    ...loose.map((square) => around(square, narrow)),
    ...labels.filter((label) => label.on === "table").map((label) => roomOf(label)),
  ];
  const box = boxes.reduce(union);
  return {
    squares,
    byName: new Map(squares.map((square) => [square.name, square])),
    rows,
    labels,
    plate,
    loose: new Set(loose.map((square) => square.name)),
    box: { ...box, height: box.height + LIP },
  };
}

/** Returns whether the letters of squares restart in each row: labels beside the board then name only the rows. */
const restarts = ({ labels, squares }: BoardInfo) => labels.length > 0 && labels.every(({ text }) => /^\d+$/.test(text)) && squares.every(({ name }) => /^[a-z]+\d+$/.test(name));

/** Removes the squares outside a box from the layout; positions of all squares remain known. */
export function croppedTo(whole: Layout, { x, y, width, height }: Box): Layout {
  const shows = (square: { x: number; y: number }) => square.x > x - UNIT && square.x < x + width + UNIT && square.y > y - UNIT && square.y < y + height + UNIT;
  const rows = whole.rows.map((row) => row.filter(shows)).filter((row) => row.length > 0);
  const labels = whole.labels.filter(({ square }) => square === undefined || shows(whole.byName.get(square) ?? { x: NaN, y: NaN }));
  return { ...whole, squares: whole.squares.filter(shows), rows, labels };
}

/** Rotates an upright board by a quarter turn: the bottom becomes the left. */
export function onItsSide(upright: Layout): Layout {
  const turn = <T extends { x: number; y: number }>(point: T): T => ({ ...point, x: -point.y, y: point.x });
  const squares = upright.squares.map((square) => ({ ...turn(square), outline: TURNED[square.outline] }));
  const labels = upright.labels.map((label) => ({ ...turn(label), anchor: "middle" as const }));
  const plate = upright.plate && turned(upright.plate);
  const boxes = [...(plate ? [plate] : []), ...squares.filter((square) => upright.loose.has(square.name)).map((square) => around(square, RIM.narrow)), ...labels.filter((label) => label.on === "table").map(roomOf)];
  const box = boxes.reduce(union);
  return { squares, byName: new Map(squares.map((square) => [square.name, square])), rows: inRows(squares), labels, plate, loose: upright.loose, box: { ...box, height: box.height + LIP } };
}

const turned = ({ x, y, width, height }: Box): Box => ({ x: -y - height, y: x, width: height, height: width });

/** Returns whether the corners of the board are free of squares, leaving room for the player names. */
export function hasFreeCorners({ squares, box }: Layout): boolean {
  const [width, height] = [0.27 * box.width, 0.15 * box.height];
  return squares.every(({ x, y, outline }) => {
    const [reach, rise] = [outerRadius(outline) * UNIT, outerHeight(outline) * UNIT];
    const aside = x - reach < box.x + width || x + reach > box.x + box.width - width;
    return !aside || (y - rise > box.y + height && y + rise < box.y + box.height - height);
  });
}

/** Returns the middle of the largest range of rows without pieces, as a fraction of the board's height; `null` if every row has pieces. */
export function freeHeight({ byName, box }: Layout, pieces: readonly string[]): number | null {
  const heights = [...new Set(pieces.flatMap((name) => Math.round(byName.get(name)?.y ?? NaN)))].filter(Number.isFinite).sort((a, b) => a - b);
  let [best, most] = [NaN, 1.6 * UNIT];
  for (const [i, y] of heights.entries()) {
    const next = heights[i + 1];
    if (next !== undefined && next - y > most) [best, most] = [(y + next) / 2, next - y];
  }
  return Number.isNaN(best) ? null : (best - box.y) / box.height;
}

/** Returns the rectangle that squares fill without gaps, and the names of those squares. */
function rectangle(squares: readonly PlacedSquare[]): (Box & { names: ReadonlySet<string> }) | null {
  const plain = squares.filter((square) => square.outline === "square" && square.shade < 2);
  const columns = new Set(plain.map((square) => Math.round(square.x)));
  const lines = new Set(plain.map((square) => Math.round(square.y)));
  if (plain.length < 4 || plain.length !== columns.size * lines.size) return null;
  const [x, y] = [Math.min(...columns), Math.min(...lines)];
  const [width, height] = [Math.max(...columns) - x + UNIT, Math.max(...lines) - y + UNIT];
  if (Math.round(width / UNIT) !== columns.size || Math.round(height / UNIT) !== lines.size) return null;
  return { x: x - UNIT / 2, y: y - UNIT / 2, width, height, names: new Set(plain.map((square) => square.name)) };
}

/** Returns the box of a square with its own rim. */
function around({ outline, x, y }: PlacedSquare, rim: number): Box {
  const [reach, height] = [outerRadius(outline) * UNIT + rim, outerHeight(outline) * UNIT + rim];
  return { x: x - reach, y: y - height, width: 2 * reach, height: 2 * height };
}

/** Returns the bounding box of a label. */
function roomOf({ text, anchor, x, y }: PlacedLabel): Box {
  const width = 17 * text.length;
  const left = anchor === "end" ? x - width : anchor === "start" ? x : x - width / 2;
  return { x: left, y: y - 16, width, height: 32 };
}

function union(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const right = Math.max(one.x + one.width, other.x + other.width);
  return { x, y, width: right - x, height: Math.max(one.y + one.height, other.y + other.height) - y };
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
