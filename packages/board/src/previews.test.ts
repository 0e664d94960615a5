import { expect, test } from "vitest";
import type { Weighing } from "@entourage/rules";
import { Drawings, type Part } from "./previews";
import type { Preview } from "./scene";

/** A minimal element that can be placed on a board. */
class Group {
  innerHTML = "";
  readonly ownerDocument = { createElementNS: () => new Group() };
  readonly children: Group[] = [];
  readonly marks = new Set<string>();
  #parent: Group | null = null;

  setAttribute(): void {}
  toggleAttribute(name: string, on: boolean): void {
    if (on) this.marks.add(name);
    else this.marks.delete(name);
  }
  append(child: Group): void {
    child.#parent = this;
    this.children.push(child);
  }
  remove(): void {
    const { children } = this.#parent ?? this;
    children.splice(children.indexOf(this), 1);
  }
}

function board() {
  const groups = { ground: new Group(), above: new Group(), way: new Group(), marks: new Group() };
  const parts = groups as unknown as Record<Part, Element>;
  let drawn = 0;
  const draw = (how: string) => (preview: Preview) => {
    drawn += 1;
    return { ground: `${how} ${preview.weighing.text}`, above: "", way: "", marks: "" };
  };
  /** Lists the drawings on the board; visible ones have a star. */
  const lies = () => groups.ground.children.map(({ innerHTML, marks }) => innerHTML + (marks.has("data-weighed") ? "*" : ""));
  return { parts, draw, lies, drawn: () => drawn, groups };
}

const preview = (text: string): Preview => ({ weighing: { text } as Weighing, stays: [], way: { legs: [], tone: "strong" } });

test("existing previews stay, obsolete ones are removed, and none is drawn twice", () => {
  const { parts, draw, lies, drawn, groups } = board();
  const [drawings, plain, [a, b, c]] = [new Drawings(), draw("plain"), ["a", "b", "c"].map(preview) as [Preview, Preview, Preview]];
  drawings.lay([a, b], parts, plain);
  expect(lies()).toEqual(["plain a", "plain b"]);
  drawings.lay([b, c, b], parts, plain);
  expect(lies()).toEqual(["plain b", "plain c"]);
  expect(drawn()).toBe(3);
  drawings.lay([], parts, plain);
  expect(Object.values(groups).map(({ children }) => children.length)).toEqual([0, 0, 0, 0]);
});

test("one preview is visible at a time, even if it is drawn after it was requested", () => {
  const { parts, draw, lies } = board();
  const [drawings, plain, [a, b]] = [new Drawings(), draw("plain"), ["a", "b"].map(preview) as [Preview, Preview]];
  drawings.reveal(b.weighing);
  drawings.lay([a, b], parts, plain);
  expect(lies()).toEqual(["plain a", "plain b*"]);
  drawings.reveal(a.weighing);
  expect(lies()).toEqual(["plain a*", "plain b"]);
  drawings.reveal(null);
  expect(lies()).toEqual(["plain a", "plain b"]);
});

test("a preview is redrawn if the board turns or other powers stay active, and remains visible", () => {
  const { parts, draw, lies } = board();
  const [drawings, [a, b]] = [new Drawings(), ["a", "b"].map(preview) as [Preview, Preview]];
  drawings.lay([a, b], parts, draw("plain"));
  drawings.reveal(a.weighing);
  const turned = draw("turned");
  drawings.lay([a, b], parts, turned);
  expect(lies()).toEqual(["turned a*", "turned b"]);
  drawings.lay([{ ...a, stays: [{ kind: "k", from: "x", to: "y" } as Preview["stays"][number]] }, b], parts, turned);
  expect(lies()).toEqual(["turned b", "turned a*"]);
});
