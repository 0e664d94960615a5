import type { GameInfo, Weighing } from "@entourage/rules";
import { between, gather, pool, POOL, type Lit } from "./auras";
import { centres, type Layout, type Point } from "./geometry";
import { circle, joined, line, path, placed, segment, tip } from "./strokes";

/** Outlines an area, or draws a connection between pieces as lines. */
function outline(one: Lit): string {
  if (["shelter", "silence", "turn"].includes(one.aura)) return pool(one, POOL);
  return one.to.map((to) => segment(between(one.from, to))).join("");
}

/** Draws a ring in three segments. */
function ring(middle: Point): string {
  const at = placed(middle);
  const point = (degrees: number) => at(47 * Math.cos((degrees * Math.PI) / 180), 47 * Math.sin((degrees * Math.PI) / 180));
  return [0, 120, 240].map((turn) => `M${point(turn + 100)}A47 47 0 0 1 ${point(turn + 190)}`).join("");
}

/** Draws the effects of a move as markup; the marks at the pieces' upper corners are larger on small squares. */
export function drawChanges({ goes, exposed, safe }: Weighing, layout: Layout, info: GameInfo, large: boolean): string {
  const size = large ? 1.35 : 1;
  const gone = gather(goes, info, layout);
  const rays = exposed.flatMap(({ square, from }) => centres(layout, [square]).flatMap((end) => centres(layout, from).map((start) => between(start, end, 47))));
  const [risks, safes] = [centres(layout, exposed.map(({ square }) => square)), centres(layout, safe)];
  const shoulders = (points: readonly Point[], x: number, y: number) => points.map((point) => ({ x: point.x + x, y: point.y + y }));
  const [lost, calls, ticks] = [shoulders(gone.flatMap(({ to }) => to), 32, -34), shoulders(risks, 31, -33), shoulders(safes, 31, -33)];
  const discs = (points: readonly Point[], radius: number) => joined(points, (point) => circle(point, radius * size));
  const signs = (points: readonly Point[], draw: (at: ReturnType<typeof placed>) => string) => joined(points, (point) => draw(placed(point, 0, size)));
  const [outlines, lines, rings] = [joined(gone, outline), joined(rays, segment), joined(risks, ring)];
  // Some marks have a count beside them.
  return [
    path("outline under", outlines),
    path("outline", outlines, { "data-goes": gone.length }),
    path("disc minus", discs(lost, 13)),
    path("sign minus", signs(lost, (at) => line(at(-6, 0), at(6, 0)))),
    path("halo", lines),
    path("line", lines, { "data-rays": rays.length }),
    path("tip", joined(rays, tip)),
    path("under", rings),
    path("ring", rings, { "data-exposed": risks.length }),
    path("disc risk", discs(calls, 14)),
    path("sign", signs(calls, (at) => line(at(0, -7), at(0, 1)) + line(at(0, 6.5), at(0, 7)))),
    path("disc safe", discs(ticks, 14), { "data-safe": safes.length }),
    path("sign", signs(ticks, (at) => line(at(-6, 0), at(-1.5, 4.5), at(6.5, -4.5)))),
  ].join("");
}
