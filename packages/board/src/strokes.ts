import type { Point } from "./geometry";

/** Writes a number as short as a drawing needs it. */
const short = (value: number): number => Math.round(value * 100) / 100;

/** Returns what writes places beside a point, turned by some degrees and drawn larger. */
export function placed({ x, y }: Point, degrees = 0, size = 1): (dx: number, dy: number) => string {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [size * Math.cos(angle), size * Math.sin(angle)];
  return (dx, dy) => `${short(x + dx * cos - dy * sin)} ${short(y + dx * sin + dy * cos)}`;
}

/** Draws a line from place to place. */
export const line = (...points: string[]): string => `M${points.join("L")}`;

/** Draws a straight line between two points. */
export const segment = ({ from, to }: { from: Point; to: Point }): string => line(placed(from)(0, 0), placed(to)(0, 0));

/** Draws the point of a ray where it ends. */
export function tip({ to, angle }: { to: Point; angle: number }): string {
  const at = placed(to, angle);
  return line(at(-14, -10), at(0, 0), at(-14, 10));
}

/** Draws a circle, from where a `circle` begins. */
export const circle = (at: Point, radius: number): string => pill(at, 0, radius);

/** Draws a bar of a width between two half circles. */
export function pill(middle: Point, width: number, radius: number): string {
  const at = placed(middle);
  const half = width / 2;
  const arc = `A${radius} ${radius} 0 0 1 `;
  return `M${at(half + radius, 0)}${arc}${at(half, radius)}${width > 0 ? `L${at(-half, radius)}` : ""}${arc}${at(-half - radius, 0)}${arc}${at(-half, -radius)}${width > 0 ? `L${at(half, -radius)}` : ""}${arc}${at(half + radius, 0)}Z`;
}

/** Joins what is drawn of each of some things to one path, since each that is drawn apart costs the browser something; `undefined` where there are none. */
export const joined = <T>(things: readonly T[], draw: (thing: T) => string): string | undefined => (things.length === 0 ? undefined : things.map(draw).join(""));

/** Writes all that is drawn in one look as the markup of one path, with further attributes; nothing where nothing is drawn. */
export const path = (look: string, d: string | undefined, more: Record<string, string | number> = {}): string =>
  d === undefined ? "" : `<path class="${look}" d="${d}"${Object.entries(more).map(([name, value]) => ` ${name}="${value}"`).join("")}/>`;
