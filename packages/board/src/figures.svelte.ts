import { tick } from "svelte";
import { carry, carryBack, figuresOf, settle, type Departure, type Figure } from "./animation";
import type { Layout } from "./geometry";
import { announce, perform } from "./motion";
import type { Scene } from "./scene";

interface Stage {
  readonly svg: SVGSVGElement | undefined;
  readonly layout: Layout;
  /** Duration of a step in milliseconds; 0 without animation. */
  readonly legTime: number;
}

/** The figures on a board, animated from scene to scene. */
export class Figures {
  standing = $state.raw<Figure[]>([]);
  /** Figures that are leaving the board. */
  leaving = $state.raw<Departure[]>([]);
  #scene: Scene;
  #stage: Stage;

  constructor(scene: Scene, stage: Stage) {
    this.#scene = scene;
    this.#stage = stage;
    this.standing = figuresOf(scene.pieces);
  }

  /** Returns whether a scene is the current one or the one being animated. */
  shows(scene: Scene): boolean {
    return scene === this.#scene;
  }

  /** Changes to another scene. The figure dragged to its place from the square `dropped` is not animated again. */
  async follow(scene: Scene, dropped: string | null): Promise<void> {
    this.#scene = scene;
    const { pieces, change } = scene;
    const { legTime } = this.#stage;
    this.leaving = [];
    if (!change) {
      this.standing = settle(this.standing, pieces);
      return;
    }
    const carryOver = change.back ? carryBack : carry;
    const transition = carryOver(this.standing, change.effects, change.legs, pieces);
    if (legTime === 0) {
      this.standing = transition.figures;
      return;
    }
    const moved = transition.motions.find((motion) => motion.way[0] === dropped)?.id;
    if (moved !== undefined) transition.motions = transition.motions.filter((motion) => motion.id !== moved);
    const changing = new Set(transition.arrivals.map((arrival) => arrival.id));
    const before = new Map(this.standing.map((figure) => [figure.id, figure]));
    const moving = new Set(transition.motions.map((motion) => motion.id));
    const during = transition.figures.map((figure) => {
      const old = changing.has(figure.id) ? before.get(figure.id) : undefined;
      return old ? { ...figure, kind: old.kind, marks: old.marks } : figure;
    });
    // Moving figures are drawn above the others.
    this.standing = during.toSorted((a, b) => Number(moving.has(a.id)) - Number(moving.has(b.id)));
    this.leaving = transition.departures;
    await tick();
    const { svg, layout } = this.#stage;
    if (!svg) return;
    await perform(svg, transition, layout, legTime);
    // Another change may have started in the meantime.
    if (this.#scene.pieces !== pieces) return;
    this.standing = transition.figures;
    this.leaving = [];
    await tick();
    if (this.#stage.svg) announce(this.#stage.svg, [...changing], legTime);
  }
}
