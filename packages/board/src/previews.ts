import type { GameInfo, Weighing } from "@entourage/rules";
import { drawAuras } from "./auraShapes";
import type { Layout } from "./geometry";
import type { Preview } from "./scene";
import { drawWay } from "./pathShapes";
import { drawChanges } from "./previewShapes";

/** The layers of a preview: below the pieces, above them, and on top the path of the move and the marks at pieces. */
export type Part = "ground" | "above" | "way" | "marks";

type Draw = (preview: Preview) => Record<Part, string>;

/** The elements drawn for a move. */
interface Drawn {
  preview: Preview;
  groups: Element[];
}

/** Draws the effects of a move as markup; powers that stay active are fainter than new ones. */
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
 * Previews drawn ahead and hidden; one is visible at a time. Showing one only sets an attribute, so that slow devices do not compute or draw anything
 * while a finger waits.
 */
export class Drawings {
  #laid = new Map<Weighing, Drawn>();
  #seen: Weighing | null = null;
  #draw: Draw | null = null;

  /** Adds the previews of moves to their layers and removes all others; existing ones are kept unless they have to be drawn differently. */
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

  /** Shows the preview of one move, or none. */
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

/** Adds a group of markup to a layer. */
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
