import type { RecordItem, Side } from "@entourage/rules";
import type { Sketch } from "@entourage/board/sketch";

/** A comment on a position by one of several authors. */
export interface Comment {
  by: string;
  text: string;
}

/** A position in the tree of an analysis, with the move that leads to it. */
export interface TreeNode {
  readonly id: number;
  /** The stable id in the chapter of a study; empty if the node is only on this device. */
  key: string;
  /** The move in machine notation; empty at the root. */
  readonly move: string;
  /** The side that played the move; `null` at the root. */
  readonly side: Side | null;
  readonly parent: TreeNode | null;
  /** Continuations, the main one first. */
  children: TreeNode[];
  /** The user's comment. */
  comment: string;
  /** Comments by other authors of the study. */
  others: readonly Comment[];
  /** What helps to find the next move in an interactive chapter. */
  hint: string;
  /** Numeric annotation glyphs (NAGs). */
  glyphs: number[];
  /** Arrows and circles drawn on the position. */
  sketches: Sketch[];
  /** The move in the selected notation. */
  label: string;
  /** Whether the rules do not allow the move, because the start position of the chapter was changed. */
  broken: boolean;
}

/** Maximum number of moves in a tree. */
export const MAX_NODES = 20_000;
/** Maximum number of moves in a displayed line; longer ones are continued in another. */
export const MAX_LINE = 80;

/** A tree of moves with variations and annotations. The first child of each node continues the line, the others are variations. */
export class MoveTree {
  readonly root: TreeNode;
  #lastId = 0;
  #nodes = new Map<number, TreeNode>();
  /** Continuations by parent and move. */
  #byMove = new Map<string, TreeNode>();

  constructor() {
    this.root = this.#node("", null, null);
  }

  /** Number of moves. */
  get size(): number {
    return this.#nodes.size - 1;
  }

  node(id: number): TreeNode | undefined {
    return this.#nodes.get(id);
  }

  /** Returns the continuation with a move, which is added as the last variation if it is new. */
  add(parent: TreeNode, move: string, side: Side): TreeNode {
    const key = keyOf(parent, move);
    const known = this.#byMove.get(key);
    if (known) return known;
    const child = this.#node(move, side, parent);
    this.#byMove.set(key, child);
    parent.children.push(child);
    return child;
  }

  /** Deletes a node and everything after it; the returned function restores them. */
  delete(node: TreeNode): () => void {
    const { parent } = node;
    if (!parent) return () => undefined;
    const index = parent.children.indexOf(node);
    parent.children.splice(index, 1);
    const gone = [...subtree(node)];
    for (const one of gone) {
      this.#nodes.delete(one.id);
      this.#byMove.delete(keyOf(one.parent!, one.move));
    }
    return () => {
      parent.children.splice(index, 0, node);
      for (const one of gone) {
        this.#nodes.set(one.id, one);
        this.#byMove.set(keyOf(one.parent!, one.move), one);
      }
    };
  }

  /** Moves the variation that contains a node one place up; a variation in the first place becomes the main continuation. */
  promote(node: TreeNode): void {
    const first = variationStart(node);
    const siblings = first?.parent?.children;
    if (!first || !siblings) return;
    const index = siblings.indexOf(first);
    siblings.splice(index - 1, 2, first, siblings[index - 1]!);
  }

  #node(move: string, side: Side | null, parent: TreeNode | null): TreeNode {
    const node: TreeNode = { id: this.#lastId++, key: "", move, side, parent, children: [], comment: "", others: [], hint: "", glyphs: [], sketches: [], label: move, broken: false };
    this.#nodes.set(node.id, node);
    return node;
  }
}

const keyOf = (parent: TreeNode, move: string): string => `${parent.id} ${move}`;

/** Returns the first node of the innermost variation that contains a node; `null` if the node is in the main line. */
export function variationStart(node: TreeNode): TreeNode | null {
  for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return at;
  return null;
}

/** Lists a node and everything after it, parents before children. */
export function* subtree(node: TreeNode): Generator<TreeNode> {
  const waiting = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next;
    waiting.push(...next.children.toReversed());
  }
}

/** Lists the nodes from the root to a node, without the root. */
export function pathTo(node: TreeNode): TreeNode[] {
  const path: TreeNode[] = [];
  for (let at = node; at.parent; at = at.parent) path.push(at);
  return path.reverse();
}

/** Lists the moves that continue from a node in the main line. */
export function lineFrom(node: TreeNode): TreeNode[] {
  const line: TreeNode[] = [];
  for (let next = node.children[0]; next; next = next.children[0]) line.push(next);
  return line;
}

/** Part of a line of moves as it is displayed. */
export interface Line {
  /** 0 for the main line. */
  depth: number;
  nodes: { node: TreeNode; /** The move number to show, such as `3.` or `3…`; empty if none is needed. */ number: string }[];
}

/** Splits a tree into lines of at most [`MAX_LINE`] moves: each variation follows the move that it replaces. */
export function linesOf(tree: MoveTree): Line[] {
  const lines: Line[] = [];
  /** Lines to be displayed, with the number of the turn in which the move of `from` was played. */
  const waiting: { from: TreeNode; turn: number; start: TreeNode | null; depth: number }[] = [{ from: tree.root, turn: 0, start: null, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { depth } = next;
    const line: Line = { depth, nodes: [] };
    let { from: at, turn } = next;
    let child = next.start ?? at.children[0];
    const isVariation = next.start !== null;
    while (child) {
      if (line.nodes.length === MAX_LINE) {
        waiting.push({ from: at, turn, start: null, depth });
        break;
      }
      const before = turn;
      const begins = child.side === 1 ? at.side !== 1 : at.parent === null;
      turn += Number(begins || turn === 0);
      const isFirst = line.nodes.length === 0 || at.comment !== "" || at.others.length > 0;
      line.nodes.push({ node: child, number: child.side === 1 ? (begins || isFirst ? `${turn}.` : "") : isFirst ? `${turn}…` : "" });
      const others = at.children.length === 1 || (isVariation && line.nodes.length === 1) ? [] : at.children.slice(1);
      at = child;
      child = at.children[0];
      if (others.length > 0) {
        if (child) waiting.push({ from: at, turn, start: null, depth });
        for (const other of others.toReversed()) waiting.push({ from: at.parent!, turn: before, start: other, depth: depth + 1 });
        break;
      }
    }
    if (line.nodes.length > 0) lines.push(line);
  }
  return lines;
}

/** Builds a tree from the items of a record; `squares` are the names of the board's squares, to read drawings. */
export function treeOf(items: readonly RecordItem[], squares: ReadonlySet<string>): MoveTree {
  const tree = new MoveTree();
  const returns: TreeNode[] = [];
  let at = tree.root;
  for (const item of items) {
    if (item === "begin") {
      returns.push(at);
      at = at.parent ?? at;
    } else if (item === "end") at = returns.pop() ?? at;
    else if ("move" in item) {
      if (tree.size >= MAX_NODES) break;
      at = tree.add(at, item.move.text, item.move.side);
    } else if ("nag" in item) {
      if (!at.glyphs.includes(item.nag)) at.glyphs.push(item.nag);
    } else {
      const { text, sketches, hint } = readComment(item.comment, squares);
      if (hint !== "") at.hint = hint;
      if (text !== "") at.comment = at.comment === "" ? text : `${at.comment} ${text}`;
      at.sketches.push(...sketches);
    }
  }
  return tree;
}

/** Lists a tree as the items of a record. */
export function itemsOf(tree: MoveTree): RecordItem[] {
  const items: RecordItem[] = [];
  const annotate = (node: TreeNode) => {
    for (const nag of node.glyphs) items.push({ nag });
    const add = (comment: string) => comment !== "" && items.push({ comment });
    add(writeComment(node));
    for (const { by, text } of node.others) add(bracketed(by === "" ? text : `${by}: ${text}`));
  };
  annotate(tree.root);
  /** Nodes whose continuations are to be written, variations to be written, and ends of variations. */
  const waiting: ({ after: TreeNode } | { variation: TreeNode } | "end")[] = [{ after: tree.root }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next === "end") {
      items.push("end");
      continue;
    }
    let node: TreeNode | undefined;
    if ("variation" in next) {
      items.push("begin");
      waiting.push("end");
      node = next.variation;
    } else node = next.after.children[0];
    if (!node || node.side === null) continue;
    items.push({ move: { text: node.move, side: node.side } });
    annotate(node);
    waiting.push({ after: node });
    if ("after" in next) for (const variation of next.after.children.slice(1).toReversed()) waiting.push({ variation });
  }
  return items;
}

const DRAWINGS = /\[%(?:cal|csl) ([^\]]*)\]/g;

/** Hint for the next move in an interactive chapter. */
const HINT = /\[%hint ([^\]]*)\]/g;

/** Separates a comment from its hint and drawings, which other programs write as `[%cal Ge2e4]` (arrows) and `[%csl Ge4]` (circles). */
function readComment(comment: string, squares: ReadonlySet<string>): { text: string; sketches: Sketch[]; hint: string } {
  const sketches: Sketch[] = [];
  let hint = "";
  const plain = comment.replace(HINT, (_, text: string) => {
    hint = text.trim();
    return "";
  });
  const text = plain.replace(DRAWINGS, (_, list: string) => {
    sketches.push(...list.split(",").flatMap((entry) => readSketch(entry.trim(), squares)));
    return "";
  });
  return { text: text.replace(/\s+/g, " ").trim(), sketches, hint };
}

/** Reads an entry of a drawing, such as `Ge2e4` for an arrow or `Ge4` for a circle; empty if it is invalid. */
export function readSketch(entry: string, squares: ReadonlySet<string>): Sketch[] {
  const names = entry.slice(1);
  if (squares.has(names)) return [{ from: names, to: names }];
  const cuts = Array.from({ length: Math.max(names.length - 1, 0) }, (_, i) => ({ from: names.slice(0, i + 1), to: names.slice(i + 1) }));
  return cuts.filter(({ from, to }) => squares.has(from) && squares.has(to));
}

export const writeSketch = ({ from, to }: Sketch): string => (from === to ? `G${from}` : `G${from}${to}`);

/** Braces delimit comments in records. */
const bracketed = (text: string): string => text.replaceAll("{", "(").replaceAll("}", ")");

function writeComment({ comment, sketches, hint }: TreeNode): string {
  if (comment === "" && hint === "" && sketches.length === 0) return "";
  const list = (circles: boolean) => sketches.filter(({ from, to }) => (from === to) === circles).map(writeSketch);
  const [circles, arrows] = [list(true), list(false)];
  return [hint === "" ? "" : `[%hint ${hint.replaceAll("[", "(").replaceAll("]", ")")}]`, circles.length > 0 ? `[%csl ${circles.join(",")}]` : "", arrows.length > 0 ? `[%cal ${arrows.join(",")}]` : "", bracketed(comment)].filter((part) => part !== "").join(" ");
}

/** Glyphs that judge a move, by NAG. */
export const MOVE_GLYPHS: Readonly<Record<number, string>> = { 3: "!!", 1: "!", 5: "!?", 6: "?!", 2: "?", 4: "??" };
/** Glyphs that judge a position, by NAG. */
export const POSITION_GLYPHS: Readonly<Record<number, string>> = { 18: "+−", 16: "±", 14: "+=", 10: "=", 13: "∞", 15: "=+", 17: "∓", 19: "−+" };

/** Returns the glyphs of a node after adding or removing one; a node has at most one glyph of each kind. */
export function toggledGlyphs({ glyphs }: TreeNode, nag: number): number[] {
  const kind = nag in MOVE_GLYPHS ? MOVE_GLYPHS : POSITION_GLYPHS;
  const others = glyphs.filter((other) => !(other in kind));
  return glyphs.includes(nag) ? others : [...others, nag];
}

/** Formats the glyphs of a node. */
export const glyphsOf = ({ glyphs }: TreeNode): string => glyphs.map((nag) => MOVE_GLYPHS[nag] ?? POSITION_GLYPHS[nag] ?? "").join(" ").trim();
