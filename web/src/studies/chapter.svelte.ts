import type { Side } from "@entourage/rules";
import type { Sketch } from "@entourage/board/sketch";
import { Analysis } from "../analysis/analysis.svelte";
import { pathTo, readSketch, subtree, toggledGlyphs, variationStart, writeSketch, type TreeNode } from "../analysis/tree";
import { info } from "../rules/rules";
import { settings } from "../settings/settings.svelte";
import { drawId } from "./outbox";
import { childrenOf, ROOT, type Chapter, type StudyAct } from "./document";
import type { Study } from "./study.svelte";
import { studyWords } from "./words";

/** The board of a chapter: the tree of a study, which others may change, too. Moves by users who cannot edit stay on the device. */
export class ChapterBoard extends Analysis {
  readonly study: Study;
  readonly chapter: string;
  /** The chapter as it was last shown. */
  #shown: Chapter | null = null;
  #byKey = new Map<string, TreeNode>();

  constructor(study: Study, chapter: Chapter) {
    super({ spec: chapter.spec, start: chapter.position === "" ? info(chapter.spec, settings.language).start : chapter.position });
    [this.study, this.chapter] = [study, chapter.id];
    this.tags = Object.entries(chapter.tags);
    this.sync(chapter);
  }

  override get editable(): boolean {
    return this.study.editable;
  }

  override get canUndo(): boolean {
    return this.study.canUndo;
  }

  /** Shows a chapter after edits; the current position stays if it still exists. */
  sync(chapter: Chapter): void {
    if (chapter === this.#shown) return;
    this.#shown = chapter;
    const { tree } = this;
    const here = this.node;
    // Readers need no names if one author has written all comments.
    const authors = new Set([...chapter.nodes.values()].flatMap(({ comments }) => comments.map(({ by }) => by)));
    const isNamed = this.editable || authors.size > 1;
    let isNew = false;
    const found = new Map<string, TreeNode>();
    const waiting: { id: string; to: TreeNode }[] = [{ id: ROOT, to: tree.root }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { id, to } = next;
      const from = chapter.nodes.get(id);
      if (!from) continue;
      found.set(id, to);
      to.key = id;
      to.comment = from.comments.find(({ by }) => by === this.study.user)?.text ?? "";
      to.others = from.comments.filter(({ by }) => by !== this.study.user).map(({ by, text }) => ({ by: isNamed ? by : "", text }));
      [to.glyphs, to.hint] = [from.glyphs, from.hint];
      to.sketches = from.sketches.flatMap((entry) => readSketch(entry, this.squares));
      const children = childrenOf(chapter, from).map((child) => {
        const known = this.#byKey.get(child.id);
        if (known?.parent === to && tree.node(known.id) === known) return { id: child.id, node: known };
        const before = tree.size;
        const node = tree.add(to, child.move, child.side ?? 1);
        isNew ||= tree.size > before;
        return { id: child.id, node };
      });
      const own = to.children.filter((child) => !children.some(({ node }) => node === child));
      to.children = [...children.map(({ node }) => node), ...own];
      waiting.push(...children.map((child) => ({ id: child.id, to: child.node })));
    }
    this.#byKey = found;
    const gone = [...subtree(tree.root)].filter((node) => node.key !== "" && found.get(node.key) !== node);
    const first = pathTo(here).find((node) => gone.includes(node));
    if (first) this.go(first.parent ?? tree.root);
    for (const node of gone) if (tree.node(node.id)) tree.delete(node);
    this.revision += 1;
    if (isNew) this.relabel();
  }

  /** Goes to a node by its id; stays if it does not exist. */
  goTo(key: string): void {
    const node = this.#byKey.get(key);
    if (node) this.go(node);
  }

  override delete(node: TreeNode): void {
    if (node.key === "") super.delete(node);
    else this.#edit({ type: "delete", node: node.key });
  }

  override promote(node: TreeNode): void {
    const first = variationStart(node);
    if (!first?.parent || first.key === "") return;
    this.#edit({ type: "order", node: first.key, place: Math.max(first.parent.children.indexOf(first) - 1, 0) });
  }

  override comment(node: TreeNode, text: string): void {
    if (text.trim() !== node.comment) this.#annotate(node, (key) => ({ type: "comment", node: key, text: text.trim() }));
  }

  override hint(node: TreeNode, text: string): void {
    if (text.trim() !== node.hint) this.#annotate(node, (key) => ({ type: "hint", node: key, text: text.trim() }));
  }

  override glyph(node: TreeNode, nag: number): void {
    this.#annotate(node, (key) => ({ type: "glyphs", node: key, glyphs: toggledGlyphs(node, nag) }));
  }

  override sketch(sketches: Sketch[]): void {
    this.#annotate(this.node, (key) => ({ type: "sketches", node: key, sketches: sketches.map(writeSketch) }));
  }

  /** Deletes the comment of another author, which only the owner of the study can do. */
  deleteComment(node: TreeNode, author: string): void {
    this.#annotate(node, (key) => ({ type: "comment", node: key, text: "", author }));
  }

  override undo(): void {
    this.problem = this.study.undo() ? "" : studyWords().undoHides;
    this.follow();
  }

  /** Shows the latest state of the study. */
  follow(): void {
    const chapter = this.study.chapter(this.chapter);
    if (chapter) this.sync(chapter);
  }

  protected override grow(parent: TreeNode, move: string, side: Side): TreeNode {
    const from = this.editable ? this.#share(parent) : "";
    if (from !== "") this.#edit({ type: "add", node: drawId(), parent: from, move }, side);
    // The edit has added it already, if it was made.
    const child = this.tree.add(parent, move, side);
    this.revision += 1;
    return child;
  }

  protected override reject(node: TreeNode): void {
    node.broken = true;
  }

  /** Adds the moves of the user that lead to a node to the study; returns the id of the node. */
  #share(node: TreeNode): string {
    for (const one of pathTo(node)) {
      const from = one.parent?.key ?? "";
      if (one.key === "" && from !== "") this.#edit({ type: "add", node: drawId(), parent: from, move: one.move }, one.side);
    }
    return node.key;
  }

  #annotate(node: TreeNode, act: (key: string) => StudyAct): void {
    const key = this.editable ? this.#share(node) : "";
    if (key !== "") this.#edit(act(key));
  }

  #edit(act: StudyAct, side?: Side | null): void {
    if (!this.editable) return;
    this.study.edit([{ chapter: this.chapter, act, ...(side ? { side } : {}) }]);
    this.follow();
  }
}
