import type { Point } from "./geometry";

/** Formats a number with the precision that drawings need. */
const short = (value: number): number => Math.round(value * 100) / 100;

/** Returns a function that formats offsets from a point as coordinates, rotated by some degrees and scaled. */
export function placed({ x, y }: Point, degrees = 0, size = 1): (dx: number, dy: number) => string {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [size * Math.cos(angle), size * Math.sin(angle)];
  return (dx, dy) => `${short(x + dx * cos - dy * sin)} ${short(y + dx * sin + dy * cos)}`;
}

/** Returns path data for a line through points. */
export const line = (...points: string[]): string => `M${points.join("L")}`;

/** Returns path data for a straight line between two points. */
export const segment = ({ from, to }: { from: Point; to: Point }): string => line(placed(from)(0, 0), placed(to)(0, 0));

/** Returns path data for the tip of a ray. */
export function tip({ to, angle }: { to: Point; angle: number }): string {
  const at = placed(to, angle);
  return line(at(-14, -10), at(0, 0), at(-14, 10));
}

/** Returns path data for a circle. */
export const circle = (at: Point, radius: number): string => pill(at, 0, radius);

/** Returns path data for a bar with semicircular ends. */
export function pill(middle: Point, width: number, radius: number): string {
  const at = placed(middle);
  const half = width / 2;
  const arc = `A${radius} ${radius} 0 0 1 `;
  return `M${at(half + radius, 0)}${arc}${at(half, radius)}${width > 0 ? `L${at(-half, radius)}` : ""}${arc}${at(-half - radius, 0)}${arc}${at(-half, -radius)}${width > 0 ? `L${at(half, -radius)}` : ""}${arc}${at(half + radius, 0)}Z`;
}

/** Joins the path data of several items into one path, because each element slows the browser down; `undefined` if there are none. */
export const joined = <T>(things: readonly T[], draw: (thing: T) => string): string | undefined => (things.length === 0 ? undefined : things.map(draw).join(""));

/** Returns the markup of one path with a class and further attributes; empty without path data. */
export const path = (look: string, d: string | undefined, more: Record<string, string | number> = {}): string =>
  d === undefined ? "" : `<path class="${look}" d="${d}"${Object.entries(more).map(([name, value]) => ` ${name}="${value}"`).join("")}/>`;
