import type { Transition } from "./animation";
import { centres, type Layout } from "./geometry";

/** Animates a transition of the figures in `root`, leg by leg; the DOM already shows the final state. */
export async function perform(root: Element, transition: Transition, layout: Layout, legTime: number): Promise<void> {
  const element = (id: number) => root.querySelector(`[data-figure="${id}"]`);
  const running: Animation[] = [];
  const ways = new Map<number, { points: { x: number; y: number }[]; times: number[] }>();
  for (const { id, way, start } of transition.motions) {
    // Several moves of one figure are one animation.
    const track = ways.get(id) ?? { points: [], times: [] };
    centres(layout, way).forEach((point, i) => {
      if (i === 0 && track.points.length > 0) return;
      track.points.push(point);
      track.times.push(start + i);
    });
    ways.set(id, track);
  }
  for (const [id, { points, times }] of ways) {
    const target = element(id);
    const [first, last] = [times[0], times.at(-1)];
    if (!target || first === undefined || last === undefined || last === first) continue;
    const frames = points.map((point, i) => ({
      transform: `translate(${point.x}px, ${point.y}px)`,
      offset: ((times[i] ?? first) - first) / (last - first),
      easing: "ease-in-out",
    }));
    running.push(target.animate(frames, { duration: (last - first) * legTime, delay: first * legTime, fill: "backwards" }));
  }
  for (const { figure, at } of transition.departures) {
    const fade = [{ opacity: 1 }, { opacity: 0 }];
    const start = Math.max(0, at * legTime - legTime / 3);
    const animation = element(figure.id)?.animate(fade, { duration: legTime / 2, delay: start, fill: "both" });
    if (animation) running.push(animation);
  }
  await Promise.allSettled(running.map((animation) => animation.finished));
}

/** Highlights figures that have just changed. */
export function announce(root: Element, ids: readonly number[], legTime: number): void {
  for (const id of ids) {
    root
      .querySelector(`[data-figure="${id}"] > .body`)
      ?.animate([{ r: "44px" }, { r: "54px" }, { r: "44px" }], { duration: 2 * legTime, easing: "ease-out" });
  }
}
