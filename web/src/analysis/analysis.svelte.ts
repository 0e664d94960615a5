import type { MoveView, RecordItem, Side } from "@entourage/rules";
import type { PressManner, Scene } from "@entourage/board/scene";
import type { Sketch } from "@entourage/board/sketch";
import { OwnBoard } from "@entourage/board/ownBoard";
import { failureText, fullRulesOf, info, Match } from "../rules/rules";
import { settings } from "../settings/settings.svelte";
import { itemsOf, lineFrom, pathTo, subtree, toggledGlyphs, treeOf, variationStart, type MoveTree, type TreeNode } from "./tree";

/** The game and position that an analysis starts from. */
export interface Root {
  spec: string;
  start: string;
}

/** Number of edits that can be undone. */
const MAX_UNDO = 50;
/** Maximum time of a slice of background work, in milliseconds. */
const SLICE_MS = 8;

/** A board with a tree of moves, for both sides. */
export class Analysis extends OwnBoard {
  readonly root: Root;
  /** Increases with every change of the tree, whose nodes are not reactive themselves. */
  revision = $state(0);
  /** Increases when labels of moves have changed. */
  labelled = $state(0);
  /** Number of edits by the user. */
  edits = $state(0);
  node = $state.raw<TreeNode>() as TreeNode;
  /** Why the last attempt is not a legal move. */
  problem = $state("");
  /** The chosen move that cannot be shown, because the rules do not allow it. */
  unplayable = $state.raw<TreeNode | null>(null);
  /** The tags of the record that the tree comes from. */
  tags = $state.raw<[string, string][]>([]);
  /** Called instead of playing a move, while the user solves an exercise. */
  intercept: ((move: MoveView) => void) | null = null;

  #tree: MoveTree;
  #match: Match;
  /** Nodes from the root to the current one, as played in the match. */
  #path: TreeNode[] = [];
  /** Moves of the tree as the rules describe them. */
  #described = new WeakMap<TreeNode, MoveView>();
  /** Takes back the last edits, newest last. */
  #past: (() => void)[] = [];
  #undoable = $state(0);
  #squares: ReadonlySet<string> | null = null;
  #labelling: ReturnType<typeof setTimeout> | undefined;

  constructor(root: Root, items: readonly RecordItem[] = []) {
    super();
    this.root = root;
    this.#match = new Match(root.spec, root.start);
    this.#tree = treeOf(items, this.squares);
    this.node = this.#tree.root;
    this.lay(this.#match.view(settings.language), null);
    this.relabel();
  }

  get tree(): MoveTree {
    void this.revision;
    return this.#tree;
  }

  get items(): RecordItem[] {
    return itemsOf(this.tree);
  }

  /** Forgets how the tree was built, so that opening an analysis cannot be undone. */
  forgetEdits(): void {
    this.#past = [];
    [this.#undoable, this.edits] = [0, 0];
  }

  /** Whether the user can change the tree. */
  get editable(): boolean {
    return true;
  }

  get canUndo(): boolean {
    return this.#undoable > 0;
  }

  /** The moves from the start to the current position. */
  get moves(): string[] {
    return pathTo(this.node).map(({ move }) => move);
  }

  /** Start and end of the current move. */
  get last(): string[] {
    const legs = this.#described.get(this.node)?.legs ?? [];
    return [legs[0], legs.at(-1)].filter((name) => name !== undefined);
  }

  /** The sentence that describes the current move; empty at the start. */
  get sentence(): string {
    return this.#described.get(this.node)?.sentence ?? "";
  }

  press(square: string, { dropped }: PressManner): void {
    this.problem = "";
    this.enter(square, dropped);
  }

  play(move: MoveView): void {
    if (this.intercept) {
      this.letGo();
      return this.intercept(move);
    }
    this.go(this.#add(move.text) ?? this.node);
  }

  /** Adds moves after the current position and goes to the last one; stops at an illegal move. */
  playLine(moves: readonly string[]): void {
    for (const text of moves) {
      const child = this.#add(text);
      if (!child) return;
      this.go(child);
    }
  }

  /** Adds moves after a node without going there. */
  insert(at: TreeNode, moves: readonly string[]): void {
    const here = this.node;
    this.go(at);
    this.playLine(moves);
    this.go(here);
  }

  /** Goes to a position of the tree. */
  go(node: TreeNode): void {
    const [before, path] = [this.node, pathTo(node)];
    const isNew = !this.#described.has(node);
    let shared = 0;
    // A move is described in the position before it.
    while (shared < path.length - Number(isNew) && this.#path[shared] === path[shared]) shared += 1;
    for (let i = this.#path.length; i > shared; i--) this.#match.undo();
    this.#path.length = shared;
    this.unplayable = null;
    try {
      for (const next of path.slice(shared)) {
        if (next === node && isNew) this.#describe(next);
        this.#match.play(next.move, settings.language);
        this.#path.push(next);
      }
    } catch (thrown) {
      const broken = path[this.#path.length];
      this.go(this.#path.at(-1) ?? this.#tree.root);
      [this.problem, this.unplayable] = [failureText(thrown), broken ?? null];
      return;
    }
    this.node = this.#path.at(-1) ?? this.#tree.root;
    const move = this.#described.get(this.node.parent === before ? this.node : before);
    const isStep = this.node.parent === before || before.parent === this.node;
    const change: Scene["change"] = isStep && move ? { effects: move.effects, legs: move.legs, back: before.parent === this.node } : null;
    this.lay(this.#match.view(settings.language), change);
  }

  back(): void {
    if (this.node.parent) this.go(this.node.parent);
  }

  forward(): void {
    const next = this.node.children[0];
    if (next) this.go(next);
  }

  toStart(): void {
    this.go(this.#tree.root);
  }

  toEnd(): void {
    this.go(lineFrom(this.node).at(-1) ?? this.node);
  }

  /** Goes to the next or previous variation of the current move. */
  sibling(step: 1 | -1): void {
    const all = this.node.parent?.children ?? [];
    const next = all[(all.indexOf(this.node) + step + all.length) % all.length];
    if (next && next !== this.node) this.go(next);
  }

  delete(node: TreeNode): void {
    const parent = node.parent;
    if (!parent) return;
    const here = this.node;
    if (pathTo(here).includes(node)) this.go(parent);
    const restore = this.#tree.delete(node);
    this.#edited(() => {
      restore();
      this.go(here);
    });
  }

  promote(node: TreeNode): void {
    const siblings = variationStart(node)?.parent?.children;
    if (!siblings) return;
    const before = [...siblings];
    this.#tree.promote(node);
    this.#edited(() => siblings.splice(0, siblings.length, ...before));
  }

  comment(node: TreeNode, text: string): void {
    this.#set(node, "comment", text.trim());
  }

  glyph(node: TreeNode, nag: number): void {
    this.#set(node, "glyphs", toggledGlyphs(node, nag));
  }

  sketch(sketches: Sketch[]): void {
    this.#set(this.node, "sketches", sketches);
  }

  /** Takes back the last edit. */
  undo(): void {
    const restore = this.#past.pop();
    if (!restore) return;
    this.#undoable = this.#past.length;
    this.edits += 1;
    restore();
    this.revision += 1;
  }

  /** Replaces the tree; can be undone. */
  load(items: readonly RecordItem[]): void {
    const [tree, here] = [this.#tree, this.node];
    this.#replace(treeOf(items, this.squares));
    this.#edited(() => {
      this.#replace(tree);
      this.go(here);
    });
  }

  letGo(): void {
    this.clicks = [];
    this.options = null;
    this.problem = "";
  }

  /** Updates sentences and labels to the selected language and notation. */
  translate(): void {
    this.#described = new WeakMap();
    const here = this.node;
    this.toStart();
    this.go(here);
    this.relabel();
  }

  free(): void {
    clearTimeout(this.#labelling);
    this.#match.free();
  }

  /** The match at the current position. */
  get match(): Match {
    return this.#match;
  }

  /** Returns the current board with the other side to move, as the start of a game; `null` if the rules do not allow it. */
  turned(): Root | null {
    const match = new Match(this.root.spec, this.root.start, this.moves);
    try {
      return match.turn() ? { spec: match.spec, start: match.start } : null;
    } finally {
      match.free();
    }
  }

  /** Formats the tree as PGN. */
  write(): string {
    const { spec, start } = this.root;
    return fullRulesOf(spec).write_record(spec, start, JSON.stringify(this.items), JSON.stringify(this.tags));
  }

  hint(node: TreeNode, text: string): void {
    this.#set(node, "hint", text.trim());
  }

  /** Adds a new move to the tree. */
  protected grow(parent: TreeNode, move: string, side: Side): TreeNode {
    const child = this.#tree.add(parent, move, side);
    this.#edited(() => {
      if (pathTo(this.node).includes(child)) this.go(parent);
      this.#tree.delete(child);
    });
    return child;
  }

  /** Handles a move that the rules do not allow. */
  protected reject(node: TreeNode): void {
    this.#tree.delete(node);
  }

  /** Names of the board's squares. */
  protected get squares(): ReadonlySet<string> {
    return (this.#squares ??= new Set(info(this.root.spec, settings.language).board.squares.map(({ name }) => name)));
  }

  protected refuse(squares: string[]): void {
    try {
      const { reasons } = this.#match.explainSquares(squares, settings.language);
      this.problem = reasons.map((reason) => reason.sentence).join(" ") || settings.words.notLegal;
    } catch (thrown) {
      this.problem = failureText(thrown);
    }
  }

  /** Adds a move after the current position; `null` if it is illegal. */
  #add(text: string): TreeNode | null {
    const known = this.node.children.find((child) => child.move === text);
    if (known) return known;
    const move = this.view.moves.find((one) => one.text === text);
    if (!move) return null;
    const child = this.grow(this.node, text, this.view.side);
    child.label = this.#match.variation([text])[0] ?? text;
    this.#described.set(child, move);
    return child;
  }

  /** Looks a move up in the position before it, which the match shows. */
  #describe(node: TreeNode): void {
    const isShown = node.parent === this.node && (this.#path.at(-1) ?? this.#tree.root) === this.node;
    const { moves } = isShown ? this.view : this.#match.view(settings.language);
    const move = moves.find(({ text }) => text === node.move);
    if (move) this.#described.set(node, move);
  }

  /** Changes an annotation. */
  #set<K extends "comment" | "hint" | "glyphs" | "sketches">(node: TreeNode, key: K, value: TreeNode[K]): void {
    const before = node[key];
    if (before === value) return;
    node[key] = value;
    this.#edited(() => (node[key] = before));
  }

  /** Notes an edit, and how to take it back. */
  #edited(restore: () => void): void {
    this.#past.push(restore);
    if (this.#past.length > MAX_UNDO) this.#past.shift();
    this.#undoable = this.#past.length;
    this.edits += 1;
    this.revision += 1;
  }

  #replace(tree: MoveTree): void {
    this.go(this.#tree.root);
    this.#tree = tree;
    this.node = tree.root;
    this.revision += 1;
    this.relabel();
  }

  /** Writes all moves in the selected notation, in slices that do not block the page, and rejects moves that the rules do not allow. */
  protected relabel(): void {
    clearTimeout(this.#labelling);
    const tree = this.#tree;
    if (tree.size === 0) return;
    const match = new Match(this.root.spec, this.root.start);
    const path: TreeNode[] = [];
    const waiting = subtree(tree.root);
    waiting.next();
    const slice = () => {
      const { size } = tree;
      const until = performance.now() + SLICE_MS;
      let next = waiting.next();
      for (; !next.done; next = waiting.next()) {
        const node = next.value;
        if (!tree.node(node.id)) continue;
        while (path.length > 0 && path.at(-1) !== node.parent) {
          match.undo();
          path.pop();
        }
        const label = (path.at(-1) ?? tree.root) === node.parent ? match.variation([node.move])[0] : undefined;
        if (label === undefined) this.reject(node);
        else {
          [node.label, node.broken] = [label, false];
          match.play(node.move, settings.language);
          path.push(node);
        }
        if (performance.now() >= until) break;
      }
      this.labelled += 1;
      if (tree.size < size) this.revision += 1;
      if (next.done) match.free();
      else this.#labelling = setTimeout(slice);
    };
    slice();
  }
}
