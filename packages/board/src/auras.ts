import type { Aura, GameInfo, RelationView } from "@entourage/rules";
import type { Layout, Point } from "./geometry";

/** One power of one piece over others, drawn as one shape. */
export interface Lit {
  aura: Aura;
  kind: string;
  from: Point;
  to: Point[];
}

/** Distance of a lit area's edge from the pieces in it. */
export const POOL = 46;

/** Groups relations into one shape per source and kind, connected to all affected pieces. */
export function gather(relations: readonly RelationView[], info: GameInfo, layout: Layout): Lit[] {
  const found = new Map<string, Lit>();
  for (const { kind, from, to } of relations) {
    const known = info.relations.find((relation) => relation.code === kind);
    const [source, target] = [layout.byName.get(from), layout.byName.get(to)];
    if (!known || !source || !target || source === target) continue;
    const key = `${kind} ${from}`;
    const lit = found.get(key);
    if (lit) lit.to.push(target);
    else found.set(key, { aura: known.aura, kind, from: source, to: [target] });
  }
  return [...found.values()];
}

/** Returns the squares of pieces affected by an aura. */
export function under(aura: Aura, relations: readonly RelationView[], info: GameInfo): Set<string> {
  const kinds = new Set(info.relations.filter((relation) => relation.aura === aura).map((relation) => relation.code));
  return new Set(relations.filter((relation) => kinds.has(relation.kind)).map((relation) => relation.to));
}

/** Returns the `d` of an SVG path from a source to all affected pieces, to be drawn with a wide stroke. */
export const arms = ({ from, to }: Lit): string => to.map((target) => `M${from.x} ${from.y}L${target.x} ${target.y}`).join("");

/**
 * Draws the outline of an area around a source and the affected pieces. Each arm is convex and contains the source, so every ray from the source
 * leaves the area once.
 */
export function pool({ from, to }: Lit, radius: number): string {
  const steps = 120;
  const points = Array.from({ length: steps }, (_, step) => {
    const angle = (2 * Math.PI * step) / steps;
    const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
    const reach = Math.max(...to.map((target) => leaves(target.x - from.x, target.y - from.y, ux, uy, radius)));
    return `${(from.x + ux * reach).toFixed(1)} ${(from.y + uy * reach).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}

/**
 * Returns how far along a ray from the start of an arm the arm ends. An arm is a band of a given radius around the line to (x, y), with round ends.
 */
function leaves(x: number, y: number, ux: number, uy: number, radius: number): number {
  const length = Math.hypot(x, y);
  const [along, across] = [(ux * x + uy * y) / length, Math.abs((uy * x - ux * y) / length)];
  if (along <= 0) return radius;
  const side = across === 0 ? Infinity : radius / across;
  if (side * along <= length) return side;
  // The ray leaves through the round end.
  return length * along + Math.sqrt(Math.max(0, radius ** 2 - (length * across) ** 2));
}

/** Returns the line between the rims of two pieces, and its direction in degrees. */
export function between(from: Point, to: Point, rim = 44): { from: Point; to: Point; length: number; angle: number } {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const cut = Math.min(rim, length * 0.42);
  return {
    from: { x: from.x + dx * cut, y: from.y + dy * cut },
    to: { x: to.x - dx * cut, y: to.y - dy * cut },
    length: length - 2 * cut,
    angle: (Math.atan2(dy, dx) * 180) / Math.PI,
  };
}
