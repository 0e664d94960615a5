import type { AppliedEdit, ChapterView, NodeView } from "@entourage/rules";
import { describe, expect, it } from "vitest";
import script from "../../../crates/study/tests/data/edits.json";
import { childrenOf, fold, nodeOf, readChapter, ROOT, type Chapter, type LocalEdit, type StudyAct } from "./document";
import { hidesOthers, inverseOf } from "./undo";

const edit = (act: StudyAct, by = "Ada", more: Partial<LocalEdit> = {}): LocalEdit => ({ id: "edit", chapter: "one", ...act, by, ...more }) as LocalEdit;
const add = (node: string, parent: string, move: string): StudyAct => ({ type: "add", node, parent, move });
const NEW = edit({ type: "newChapter", title: "One", spec: "game" });

/** Writes the live tree of a chapter as nested moves. */
function shown(chapter: Chapter, id = ROOT): string {
  const node = nodeOf(chapter, id)!;
  return childrenOf(chapter, node).map((child) => `${child.move}(${shown(chapter, child.id)})`).join("");
}
const after = (...edits: LocalEdit[]): Chapter => fold([], [NEW, ...edits]).chapters[0]!;

/** Describes a chapter as the server does, except which moves the rules allow, which the board finds out. */
function viewOf(chapter: Chapter) {
  const { nodes, same: _, deleted: __, ...rest } = chapter;
  const list = (id: string): Omit<NodeView, "holds">[] => {
    const { children: _, deleted: __, hint, ...node } = nodes.get(id)!;
    return [{ ...node, ...(hint === "" ? {} : { hint }) }, ...childrenOf(chapter, nodes.get(id)!).flatMap((child) => list(child.id))];
  };
  return { ...rest, nodes: list(ROOT) };
}

it("edits lead to the same chapters as on the server", () => {
  const [edits, chapters] = [script.edits as unknown as AppliedEdit[], script.chapters as unknown as ChapterView[]];
  const expected = chapters.map((chapter) => ({ ...chapter, nodes: chapter.nodes.map(({ holds: _, ...node }) => node) }));
  expect(edits.length).toBeGreaterThan(20);
  expect(fold([], edits).chapters.filter(({ deleted }) => !deleted).map(viewOf)).toEqual(expected);
  // In parts, as they arrive.
  const parts = edits.reduce((chapters, edit) => fold(chapters, [edit]).chapters, fold([], []).chapters);
  expect(parts.filter(({ deleted }) => !deleted).map(viewOf)).toEqual(expected);
});

describe("the edits of a chapter", () => {
  it("build a tree in which a move that exists is added once, and both ids name it", () => {
    const one = after(edit(add("a", ROOT, "x")), edit(add("b", ROOT, "x"), "Bob"), edit(add("c", "b", "y")), edit({ type: "comment", node: "b", text: "!" }));
    expect(shown(one)).toBe("x(y())");
    expect(nodeOf(one, "b")?.comments).toEqual([{ by: "Ada", text: "!" }]);
  });

  it("keep the comments of every author, which only an empty text deletes", () => {
    const texts = (...edits: LocalEdit[]) => nodeOf(after(...edits), ROOT)?.comments;
    const both = [edit({ type: "comment", node: ROOT, text: "one" }), edit({ type: "comment", node: ROOT, text: "two" }, "Bob")];
    expect(texts(...both, edit({ type: "comment", node: ROOT, text: "three" }))).toEqual([{ by: "Ada", text: "three" }, { by: "Bob", text: "two" }]);
    expect(texts(...both, edit({ type: "comment", node: ROOT, text: "", author: "Bob" }))).toEqual([{ by: "Ada", text: "one" }]);
  });

  it("delete and restore a move with everything after it; a move added again is another one", () => {
    const edits = [edit(add("a", ROOT, "x")), edit(add("b", "a", "y")), edit({ type: "delete", node: "a" })];
    expect(shown(after(...edits))).toBe("");
    expect(shown(after(...edits, edit({ type: "restore", node: "a" })))).toBe("x(y())");
    expect(shown(after(...edits, edit(add("c", ROOT, "x")), edit({ type: "restore", node: "a" })))).toBe("x()");
  });

  it("order the continuations and chapters that are not deleted", () => {
    const moves = [edit(add("a", ROOT, "x")), edit(add("b", ROOT, "y")), edit(add("c", ROOT, "z")), edit({ type: "delete", node: "a" })];
    expect(shown(after(...moves, edit({ type: "order", node: "c", place: 0 })))).toBe("z()y()");
    expect(shown(after(...moves, edit({ type: "order", node: "b", place: 9 })))).toBe("z()y()");
    const two = { ...edit({ type: "newChapter", title: "Two", spec: "game" }), chapter: "two" };
    expect(fold([], [NEW, two, { ...edit({ type: "chapter", place: 0 }), chapter: "two" }]).chapters.map(({ title }) => title)).toEqual(["Two", "One"]);
  });

  it("leave the chapters before them as they are, and tell what they do not know", () => {
    const before = fold([], [NEW, edit(add("a", ROOT, "x"))]).chapters;
    fold(before, [edit(add("b", "a", "y")), edit({ type: "glyphs", node: "a", glyphs: [1] })]);
    expect(shown(before[0]!)).toBe("x()");
    expect(nodeOf(before[0]!, "a")?.glyphs).toEqual([]);
    expect(fold(before, [edit({ type: "hint", node: "gone", text: "?" })]).isLost).toBe(false);
    expect(fold(before, [edit({ type: "restore", node: "gone" })]).isLost).toBe(true);
  });

  it("continue a chapter as the server describes it", () => {
    const node = { side: null, comments: [], glyphs: [], sketches: [], holds: true };
    const read = readChapter({ id: "one", title: "One", spec: "game", position: "", orientation: 2, mode: "interactive", tags: {}, nodes: [{ id: ROOT, parent: "", move: "", ...node }, { id: "a", parent: ROOT, move: "x", ...node, side: 1, hint: "h" }] });
    const [one] = fold([read], [edit({ type: "start", position: "p" }, "Ada", { turned: ["a"] } as Partial<LocalEdit>), edit(add("b", "a", "y"))]).chapters;
    expect([one?.position, nodeOf(one!, "a")?.side, nodeOf(one!, "a")?.hint, shown(one!)]).toEqual(["p", 2, "h", "x(y())"]);
  });
});

describe("an act", () => {
  const chapters = fold([], [NEW, edit(add("a", ROOT, "x")), edit(add("b", ROOT, "y")), edit({ type: "comment", node: "a", text: "own" }), edit({ type: "comment", node: "a", text: "other" }, "Bob")]).chapters;
  const back = (act: StudyAct) => inverseOf(chapters, { chapter: "one", act }, "Ada")?.act ?? null;

  it("is taken back by another one", () => {
    expect(back({ type: "comment", node: "a", text: "new" })).toEqual({ type: "comment", node: "a", text: "own" });
    expect(back({ type: "order", node: "b", place: 0 })).toEqual({ type: "order", node: "b", place: 1 });
    expect(back({ type: "delete", node: "b" })).toEqual({ type: "restore", node: "b" });
    expect(back(add("c", "a", "z"))).toEqual({ type: "delete", node: "c" });
    expect(back(add("c", ROOT, "x"))).toBeNull();
    expect(back({ type: "chapter", title: "New" })).toEqual({ type: "chapter", title: "One" });
  });

  it("is not taken back if that hides the work of others", () => {
    const hides = (node: string) => hidesOthers(chapters, { chapter: "one", act: { type: "delete", node } }, "Ada");
    expect([hides("a"), hides("b")]).toEqual([true, false]);
  });
});
