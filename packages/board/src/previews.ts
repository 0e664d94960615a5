import type { GameInfo, Weighing } from "@entourage/rules";
import { drawAuras } from "./auraShapes";
import type { Layout } from "./geometry";
import type { Preview } from "./scene";
import { drawWay } from "./wayShapes";
import { drawChanges } from "./weighedShapes";

/** Where a part of what a move would change lies: under the pieces, over them, and over that the way of the move and marks at shoulders. */
export type Part = "ground" | "above" | "way" | "marks";

type Draw = (preview: Preview) => Record<Part, string>;

/** What lies on a board of a move. */
interface Drawn {
  preview: Preview;
  groups: Element[];
}

/** Draws what a move would change as markup: what stays at work steps back behind what comes. */
export function drawPreview({ weighing, stays, way }: Preview, layout: Layout, info: GameInfo, large: boolean): Record<Part, string> {
  const [staying, coming] = [drawAuras(stays, layout, info), drawAuras(weighing.comes, layout, info)];
  const both = (staying: string, coming: string) => `<g class="stays">${staying}</g><g class="comes">${coming}</g>`;
  return {
    ground: both(staying.ground, coming.ground),
    above: both(staying.above, coming.above),
    way: drawWay(way, layout),
    marks: `<g class="comes">${drawChanges(weighing, layout, info, large)}</g>`,
  };
}

/**
 * What is drawn of moves before anybody asks for it, hidden, and of which one is seen at a time.
 *
 * A mark is all that shows it: no finger on a slow device waits until something is worked out or drawn.
 */
export class Drawings {
  #laid = new Map<Weighing, Drawn>();
  #seen: Weighing | null = null;
  #draw: Draw | null = null;

  /** Lays what some moves would change into its parts, and nothing of others; what lies there already stays, unless it is drawn otherwise by now. */
  lay(previews: readonly Preview[], parts: Record<Part, Element>, draw: Draw): void {
    if (draw !== this.#draw) for (const [weighing, drawn] of this.#laid) this.#take(weighing, drawn);
    this.#draw = draw;
    const wanted = new Map(previews.map((preview) => [preview.weighing, preview]));
    for (const [weighing, drawn] of this.#laid) if (wanted.get(weighing)?.stays !== drawn.preview.stays) this.#take(weighing, drawn);
    for (const [weighing, preview] of wanted) {
      if (this.#laid.has(weighing)) continue;
      const groups = Object.entries(draw(preview)).map(([part, markup]) => put(parts[part as Part], markup));
      this.#laid.set(weighing, { preview, groups });
      if (weighing === this.#seen) mark(groups, true);
    }
  }

  /** Shows what one move would change, or nothing. */
  reveal(weighing: Weighing | null): void {
    if (weighing === this.#seen) return;
    mark(this.#of(this.#seen), false);
    this.#seen = weighing;
    mark(this.#of(weighing), true);
  }

  #take(weighing: Weighing, drawn: Drawn): void {
    for (const group of drawn.groups) group.remove();
    this.#laid.delete(weighing);
  }

  #of(weighing: Weighing | null): readonly Element[] {
    return (weighing && this.#laid.get(weighing)?.groups) ?? [];
  }
}

/** Puts a group with markup into a part. */
function put(part: Element, markup: string): Element {
  const group = part.ownerDocument.createElementNS("http://www.w3.org/2000/svg", "g");
  group.setAttribute("class", "preview");
  group.innerHTML = markup;
  part.append(group);
  return group;
}

function mark(groups: readonly Element[], seen: boolean): void {
  for (const group of groups) group.toggleAttribute("data-weighed", seen);
}
