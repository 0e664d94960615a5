import { centres, type Layout, type Point } from "./geometry";
import type { Way } from "./scene";
import { circle, joined, line, path, placed } from "./strokes";

/** Distance of an arrow's tip from the centre of its square: the rim of the piece that it points at stays visible. */
const RIM = 40;

/** Shortens the end of a path. */
function shorten(points: Point[], by: number): Point[] {
  const [end, before] = [points.at(-1), points.at(-2)];
  if (!end || !before) return points;
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const cut = { x: end.x - ((end.x - before.x) / length) * by, y: end.y - ((end.y - before.y) / length) * by };
  return [...points.slice(0, -1), cut];
}

/** Draws an arrowhead, slender enough to show its direction on any board. */
function head(points: Point[]): string {
  const [end, before] = [points.at(-1), points.at(-2)];
  if (!end || !before) return "";
  const at = placed(end, (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI);
  return `${line(at(8, 0), at(-32, -16), at(-24, 0), at(-32, 16))}Z`;
}

/** Returns the curve of a jump: its ends with a control point between them. */
function bow([from, to]: Point[]): Point[] {
  if (!from || !to) return [];
  const lift = 0.22 * Math.hypot(to.x - from.x, to.y - from.y) + 20;
  const angle = Math.atan2(to.y - from.y, to.x - from.x) - Math.PI / 2;
  const sign = to.x >= from.x ? 1 : -1;
  const middle = { x: (from.x + to.x) / 2 + sign * lift * Math.cos(angle), y: (from.y + to.y) / 2 + sign * lift * Math.sin(angle) };
  return [from, middle, to];
}

const straight = (points: Point[]) => line(...points.map((point) => placed(point)(0, 0)));
const curve = (points: Point[]) => points.map((point, i) => `${["M", "Q", ""][i]}${point.x} ${point.y}`).join(" ");

/** Draws a path with its bends and arrowheads as markup; empty for a path of fewer than two squares. */
export function drawWay(way: Way, layout: Layout): string {
  const stops = centres(layout, way.legs);
  if (stops.length < 2) return "";
  const faint = way.tone === "faint";
  const bent = way.leap === true && stops.length === 2;
  const whole = bent ? bow(stops) : stops;
  const ended = faint ? whole : shorten(whole, RIM);
  const points = way.swap ? shorten([...ended].reverse(), RIM).reverse() : ended;
  // The line ends within the arrowhead.
  const shortened = shorten(points, way.swap ? 0 : 20);
  const d = bent ? curve(shortened) : straight(shortened);
  const bends = bent ? undefined : joined(points.slice(1, -1), (bend) => circle(bend, faint ? 7 : 11));
  const heads = faint ? undefined : head(points) + (way.swap ? head([...points].reverse()) : "");
  return `<g class="way ${way.tone}${way.leap ? " leap" : ""}">${path("under", d)}${path("line", d)}${path("bend", bends)}${path("head", heads)}</g>`;
}
