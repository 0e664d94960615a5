import type { Aura, GameInfo, RelationView } from "@entourage/rules";
import { arms, between, gather, pool, POOL, type Lit } from "./auras";
import { outlinePath, type Layout, type Point } from "./geometry";
import { remembered } from "./steady";
import { circle, joined, line, path, pill, placed, segment, tip } from "./strokes";

type Line = ReturnType<typeof between>;

/** Lists the rim-to-rim lines between all pieces that powers connect. */
const lines = (lit: readonly Lit[], rim?: number): Line[] => lit.flatMap((one) => one.to.map((to) => between(one.from, to, rim)));
const ends = (lit: readonly Lit[]): Point[] => lit.flatMap((one) => one.to);

/** Draws the two rails of a line of sight, with chevrons between them. */
function railing({ from, angle, length }: Line): string {
  const at = placed(from, angle);
  const chevrons = Array.from({ length: Math.max(1, Math.floor(length / 30)) }, (_, i) => line(at(12 + 30 * i, -9), at(22 + 30 * i, 0), at(12 + 30 * i, 9)));
  return line(at(0, -17), at(length, -17)) + line(at(0, 17), at(length, 17)) + chevrons.join("");
}

function floor({ from, angle, length }: Line): string {
  const at = placed(from, angle);
  return `${line(at(0, -17), at(length, -17), at(length, 17), at(0, 17))}Z`;
}

function frame(middle: Point): string {
  const at = placed(middle);
  return `${line(at(-46, -46), at(46, -46), at(46, 46), at(-46, 46))}Z`;
}

/** Draws two teeth on the left and two on the right of a frame. */
function teeth(middle: Point): string {
  const at = placed(middle);
  return [-1, 1].map((y) => [-1, 1].map((x) => line(at(46 * x, 22 * y), at(30 * x, 30 * y), at(22 * x, 46 * y))).join("")).join("");
}

function diamond(middle: Point): string {
  const at = placed(middle);
  return `${line(at(0, -54), at(54, 0), at(0, 54), at(-54, 0))}Z`;
}

function star(middle: Point): string {
  const at = placed(middle);
  return line(at(0, -24), at(0, 24)) + line(at(-21, -12), at(21, 12)) + line(at(-21, 12), at(21, -12));
}

/** Returns the point at a distance and direction from another. */
const beside = ({ x, y }: Point, degrees: number, along: number): Point => ({ x: x + along * Math.cos((degrees * Math.PI) / 180), y: y + along * Math.sin((degrees * Math.PI) / 180) });

/** Draws the active powers of a board as markup, below and above the pieces; cached while relations and layout stay the same. */
export const drawAuras = remembered((relations: readonly RelationView[], layout: Layout, info: GameInfo) => {
  const lit = gather(relations, info, layout);
  return { ground: ground(lit, layout), above: above(lit) };
});

/**
 * Draws the marks below the pieces; their shapes show the type of power: a lit area, a hatched area, two rails, a diamond, a frame, or frost
 * everywhere.
 */
function ground(lit: readonly Lit[], layout: Layout): string {
  const of = (aura: Aura) => lit.filter((one) => one.aura === aura);
  const [sights, pressed, turns] = [of("sight"), of("press"), of("turn")];
  const rails = lines(sights, 40);
  const threads = (aura: Aura) => joined(of(aura), (one) => one.to.map((to) => segment({ from: one.from, to })).join(""));
  const frost = of("frost").length > 0 ? layout.squares.map((square) => outlinePath(square.outline, square)).join("") : undefined;
  const shelter = (d: string) => `<g class="shelter" data-aura="shelter">${["glow", "edge", "body"].map((look) => path(look, d)).join("")}</g>`;
  return [
    path("frost", frost),
    ...of("shelter").map((one) => shelter(arms(one))),
    path("turn", joined(turns, (one) => pool(one, POOL - 6)), { "data-aura": "turn" }),
    path("diamond", joined(ends(turns), diamond)),
    path("silence", joined(of("silence"), (one) => pool(one, POOL)), { "data-aura": "silence" }),
    path("seen", joined(ends(sights), (at) => circle(at, 48)), { "data-aura": "sight" }),
    path("floor", joined(rails, floor)),
    path("rails", joined(rails, railing)),
    path("dots", joined(lines(pressed, 46), segment), { "data-aura": "press" }),
    path("frame", joined(ends(pressed), frame)),
    path("teeth", joined(ends(pressed), teeth)),
    path("thread", threads("bond"), { "data-aura": "bond" }),
    path("thread", threads("chance"), { "data-aura": "chance" }),
    path("threatened", joined(ends(of("threat")), (at) => circle(at, 49))),
  ].join("");
}

/** Draws the connections above the pieces. They end at the pieces' rims, so that no line crosses a picture. */
function above(lit: readonly Lit[]): string {
  const of = (aura: Aura) => lit.filter((one) => one.aura === aura);
  const [threats, sieges, bonds] = [lines(of("threat")), lines(of("siege")), lines(of("bond"), 42)];
  /** The number of attackers of each piece. */
  const besieged = new Map<string, { at: Point; count: number }>();
  for (const { x, y } of ends(of("siege"))) besieged.set(`${x} ${y}`, { at: { x: x + 26, y: y - 40 }, count: (besieged.get(`${x} ${y}`)?.count ?? 0) + 1 });
  const counts = [...besieged.values()];
  const stars = of("frost").slice(0, 1).flatMap(({ from, to }) => to.map((end) => ({ x: (from.x + end.x) / 2, y: (from.y + end.y) / 2 })));
  const ring = ({ from, angle }: Line, along: number) => circle(beside(from, angle, along), 9);
  const rays = (look: string, all: readonly Line[], aura: Aura) => [path("halo", joined(all, segment)), path(look, joined(all, segment), { "data-aura": aura }), path("tip", joined(all, tip))];
  return [
    ...rays("line", threats, "threat"),
    ...rays("line siege", sieges, "siege"),
    path("count", joined(counts, ({ at, count }) => pill(at, 22 * count - 20, 14))),
    path("pips", joined(counts, ({ at, count }) => Array.from({ length: count }, (_, i) => circle({ x: at.x + 22 * i - 11 * (count - 1), y: at.y }, 7.5)).join(""))),
    path("star", joined(stars, star)),
    path("ring", joined(bonds, (bond) => ring(bond, -6)), { "data-aura": "bond" }),
    path("ring", joined(bonds, (bond) => ring(bond, 7))),
  ].join("");
}
