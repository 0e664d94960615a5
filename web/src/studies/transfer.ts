import type { Side } from "@entourage/rules";
import type { Root } from "../analysis/analysis.svelte";
import { pathTo, subtree, writeSketch, type MoveTree, type TreeNode } from "../analysis/tree";
import { ROOT } from "./document";
import { drawId } from "./outbox";
import type { ChapterAct } from "./undo";

/** What a new chapter is made of. */
export interface ChapterSource {
  title: string;
  root: Root;
  /** Whether the game begins at its usual start position. */
  isUsualStart: boolean;
  tree?: MoveTree | undefined;
  /** Takes over only the moves to this node and those after it. */
  only?: TreeNode | null;
  tags?: readonly [string, string][];
  orientation?: Side;
  isInteractive?: boolean;
}

/** Maximum length of the value of a tag in characters, and number of tags. */
const [MAX_VALUE, MAX_TAGS] = [200, 24];

/** Maximum length of comments in characters. */
const MAX_TEXT = 4_000;

/** Writes the acts that add a chapter with a tree of moves to a study. */
export function chapterActs({ title, root, isUsualStart, tree, only = null, tags = [], orientation = 1, isInteractive = false }: ChapterSource): { chapter: string; acts: (ChapterAct & { side?: Side | null })[] } {
  const chapter = drawId();
  const kept = tags.filter(([name, value]) => /^[A-Za-z0-9]{1,40}$/.test(name) && value.length <= MAX_VALUE && value.replaceAll("?", "").trim() !== "").slice(0, MAX_TAGS);
  const acts: (ChapterAct & { side?: Side | null })[] = [
    {
      chapter,
      act: {
        type: "newChapter",
        title,
        spec: root.spec,
        ...(isUsualStart ? {} : { position: root.start }),
        ...(orientation === 1 ? {} : { orientation }),
        ...(isInteractive ? { mode: "interactive" } : {}),
        ...(kept.length > 0 ? { tags: Object.fromEntries(kept) } : {}),
      },
    },
  ];
  if (!tree) return { chapter, acts };
  const keys = new Map<TreeNode, string>([[tree.root, ROOT]]);
  const path = only ? pathTo(only) : [];
  const nodes = only ? [tree.root, ...path, ...[...subtree(only)].slice(1)] : subtree(tree.root);
  for (const node of nodes) {
    const parent = node.parent && keys.get(node.parent);
    if (parent && !node.broken) {
      keys.set(node, drawId());
      acts.push({ chapter, act: { type: "add", node: keys.get(node) ?? "", parent, move: node.move }, side: node.side });
    }
    const key = keys.get(node);
    if (key === undefined) continue;
    const text = [node.comment, ...node.others.map(({ by, text }) => (by === "" ? text : `${by}: ${text}`))].filter((part) => part !== "").join("\n").slice(0, MAX_TEXT);
    if (text !== "") acts.push({ chapter, act: { type: "comment", node: key, text } });
    if (node.glyphs.length > 0) acts.push({ chapter, act: { type: "glyphs", node: key, glyphs: node.glyphs } });
    if (node.sketches.length > 0) acts.push({ chapter, act: { type: "sketches", node: key, sketches: node.sketches.map(writeSketch) } });
    if (node.hint !== "") acts.push({ chapter, act: { type: "hint", node: key, text: node.hint } });
  }
  return { chapter, acts };
}
