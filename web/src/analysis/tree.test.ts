import type { RecordItem, Side } from "@entourage/rules";
import { describe, expect, it } from "vitest";
import { itemsOf, lineFrom, linesOf, MAX_LINE, MAX_NODES, MoveTree, pathTo, subtree, toggledGlyphs, treeOf, variationStart, type TreeNode } from "./tree";

const SQUARES = new Set(["a1", "a10", "b1", "b11"]);
const move = (text: string, side: Side): RecordItem => ({ move: { text, side } });

/** `1. a b (1… c 2. d (2. e f)) 2. g`. */
const ITEMS: RecordItem[] = [move("a", 1), move("b", 2), "begin", move("c", 2), move("d", 1), "begin", move("e", 1), move("f", 2), "end", "end", move("g", 1)];

const shown = (tree: MoveTree) => linesOf(tree).map(({ depth, nodes }) => `${depth}: ${nodes.map(({ node, number }) => `${number}${node.move}`).join(" ")}`);
const byMove = (tree: MoveTree, text: string): TreeNode => [...subtree(tree.root)].find((node) => node.move === text)!;

describe("an analysis tree", () => {
  it("reads and writes the items of a record", () => {
    const tree = treeOf(ITEMS, SQUARES);
    expect(itemsOf(tree)).toEqual(ITEMS);
    expect(tree.size).toBe(7);
    expect(pathTo(byMove(tree, "f")).map((node) => node.move)).toEqual(["a", "c", "e", "f"]);
    expect(lineFrom(tree.root).map((node) => node.move)).toEqual(["a", "b", "g"]);
  });

  it("is displayed as lines with move numbers, each variation after the move that it replaces", () => {
    expect(shown(treeOf(ITEMS, SQUARES))).toEqual(["0: 1.a b", "1: 1…c 2.d", "2: 2.e f", "0: 2.g"]);
  });

  it("numbers turns of several moves once", () => {
    expect(shown(treeOf([move("a", 1), move("b", 1), move("c", 2), move("d", 1)], SQUARES))).toEqual(["0: 1.a b c 2.d"]);
    expect(shown(treeOf([move("a", 2), move("b", 1)], SQUARES))).toEqual(["0: 1…a 2.b"]);
  });

  it("continues a long line in another, with its variations", () => {
    const long = Array.from({ length: 2 * MAX_LINE + 1 }, (_, i) => move(`m${i}`, i % 2 === 0 ? 1 : 2));
    const tree = treeOf(long.toSpliced(MAX_LINE + 1, 0, "begin", move("x", 1), "end"), SQUARES);
    const lines = linesOf(tree);
    expect(lines.map(({ depth, nodes }) => [depth, nodes.length])).toEqual([[0, MAX_LINE], [0, 1], [1, 1], [0, MAX_LINE]]);
    expect(lines.map(({ nodes }) => nodes[0]!.number)).toEqual(["1.", "41.", "41.", "41…"]);
  });

  it("promotes the innermost variation step by step", () => {
    const tree = treeOf(ITEMS, SQUARES);
    tree.promote(byMove(tree, "f"));
    expect(shown(tree)).toEqual(["0: 1.a b", "1: 1…c 2.e f", "2: 2.d", "0: 2.g"].map((line) => (line === "1: 1…c 2.e f" ? "1: 1…c 2.e" : line)).toSpliced(3, 0, "1: 2…f"));
    tree.promote(byMove(tree, "f"));
    expect(lineFrom(tree.root).map((node) => node.move)).toEqual(["a", "c", "e", "f"]);
    expect(variationStart(byMove(tree, "f"))).toBeNull();
    tree.promote(byMove(tree, "f"));
    expect(lineFrom(tree.root).map((node) => node.move)).toEqual(["a", "c", "e", "f"]);
  });

  it("deletes a move with everything after it", () => {
    const tree = treeOf(ITEMS, SQUARES);
    const [kept, gone] = [byMove(tree, "b"), byMove(tree, "f")];
    const restore = tree.delete(byMove(tree, "c"));
    expect(shown(tree)).toEqual(["0: 1.a b 2.g"]);
    expect([tree.size, tree.node(kept.id), tree.node(gone.id)]).toEqual([3, kept, undefined]);
    restore();
    expect([tree.size, tree.node(gone.id), itemsOf(tree)]).toEqual([7, gone, ITEMS]);
    tree.delete(byMove(tree, "c"));
    tree.delete(tree.root);
    expect(tree.size).toBe(3);
  });

  it("keeps comments, glyphs and drawings, of squares with names of any length", () => {
    const items: RecordItem[] = [{ comment: "Start." }, move("a", 1), { nag: 1 }, { nag: 16 }, { comment: "[%csl Ga10] [%cal Ga1b11,Ga10b1] {Why}? Ge9" }];
    const tree = treeOf(items, SQUARES);
    const node = byMove(tree, "a");
    expect(node.comment).toBe("{Why}? Ge9");
    expect(node.sketches).toEqual([{ from: "a10", to: "a10" }, { from: "a1", to: "b11" }, { from: "a10", to: "b1" }]);
    expect(treeOf(itemsOf(tree), SQUARES).root.children[0]?.sketches).toEqual(node.sketches);
    expect(toggledGlyphs(node, 3)).toEqual([16, 3]);
    expect(toggledGlyphs(node, 16)).toEqual([1]);
  });

  it("bears any input: deep variations, unbalanced ends, too many moves", () => {
    const deep: RecordItem[] = [move("a", 1), ...Array.from({ length: 15_000 }, (_, i) => ["begin", move(`b${i}`, 1)] as RecordItem[]).flat(), "end", "end"];
    const tree = treeOf(deep, SQUARES);
    expect(linesOf(tree).length).toBe(15_001);
    expect(itemsOf(tree).length).toBe(3 * 15_000 + 1);
    expect(treeOf(["end", "begin", "end", "end", move("a", 1)], SQUARES).size).toBe(1);
    expect(treeOf(Array.from({ length: MAX_NODES + 5 }, () => move(`${Math.random()}`, 1)), SQUARES).size).toBeLessThanOrEqual(MAX_NODES);
  });
});
