import type { AppliedEdit, ChapterMode, ChapterView, NodeView, Side, StudyComment, StudyEdit } from "@entourage/rules";

/** The id of the start position of each chapter. */
export const ROOT = "root";

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** What an edit does to its chapter. */
export type StudyAct = Without<StudyEdit, "id" | "chapter">;

/** An edit that the server has applied, or one that it does not know yet. */
export type LocalEdit = StudyEdit & { by: string } & Partial<AppliedEdit>;

/** A node of a chapter; deleted nodes stay, so that they can be restored. */
export interface StudyNode {
  id: string;
  parent: string;
  move: string;
  side: Side | null;
  /** Continuations with the deleted ones, the main one first. */
  children: string[];
  comments: StudyComment[];
  glyphs: number[];
  sketches: string[];
  hint: string;
  deleted: boolean;
}

export interface Chapter {
  id: string;
  title: string;
  spec: string;
  /** Empty for the usual start of the game. */
  position: string;
  orientation: Side;
  mode: ChapterMode;
  /** Tags of the record from which the chapter was made. */
  tags: Record<string, string>;
  deleted: boolean;
  nodes: Map<string, StudyNode>;
  /** Ids of nodes that were added although their move existed, and of the nodes that have it. */
  same: Map<string, string>;
}

/** The chapters of a study, in order, with deleted ones. */
export type Chapters = readonly Chapter[];

const emptyNode = (id: string, parent: string, move: string, side: Side | null): StudyNode => ({ id, parent, move, side, children: [], comments: [], glyphs: [], sketches: [], hint: "", deleted: false });

export function readChapter({ nodes, ...chapter }: ChapterView): Chapter {
  const known = new Map<string, StudyNode>();
  for (const node of nodes) {
    known.set(node.id, readNode(node));
    if (node.id !== ROOT) known.get(node.parent)?.children.push(node.id);
  }
  if (!known.has(ROOT)) known.set(ROOT, emptyNode(ROOT, "", "", null));
  return { ...chapter, deleted: false, nodes: known, same: new Map() };
}

const readNode = ({ id, parent, move, side, comments, glyphs, sketches, hint }: NodeView): StudyNode => ({ id, parent, move, side, children: [], comments, glyphs, sketches, hint: hint ?? "", deleted: false });

/** Returns the node that an id names. */
export const nodeOf = (chapter: Chapter, id: string): StudyNode | undefined => chapter.nodes.get(chapter.same.get(id) ?? id);

/** Lists the continuations of a node that are not deleted. */
export const childrenOf = (chapter: Chapter, node: StudyNode): StudyNode[] =>
  node.children.flatMap((id) => chapter.nodes.get(id) ?? []).filter((child) => !child.deleted);

/** The chapters after some edits. */
export interface Folded {
  chapters: Chapters;
  /** Whether an edit restores something unknown, which was deleted before the study was loaded. */
  isLost: boolean;
}

/** Applies edits in order, as the server does; the given chapters stay as they are. */
export function fold(before: Chapters, edits: readonly LocalEdit[]): Folded {
  const chapters = [...before];
  const owned = new Set<string>();
  let isLost = false;
  for (const edit of edits) {
    if (edit.type === "newChapter") {
      if (chapters.some(({ id }) => id === edit.chapter)) continue;
      const { title, spec, position = "", orientation = 1, mode = "analysis", tags = {} } = edit;
      chapters.push({ id: edit.chapter, title, spec, position, orientation, mode, tags, deleted: false, nodes: new Map([[ROOT, emptyNode(ROOT, "", "", null)]]), same: new Map() });
      owned.add(edit.chapter);
      continue;
    }
    const at = chapters.findIndex(({ id }) => id === edit.chapter);
    const found = chapters[at];
    if (!found) {
      isLost ||= edit.type === "restoreChapter";
      continue;
    }
    const chapter = owned.has(found.id) ? found : copy(found);
    owned.add(found.id);
    chapters[at] = chapter;
    if (!change(chapters, chapter, edit)) isLost ||= edit.type === "restore";
  }
  return { chapters, isLost };
}

const copy = (chapter: Chapter): Chapter => ({
  ...chapter,
  nodes: new Map([...chapter.nodes].map(([id, node]) => [id, { ...node, children: [...node.children] }])),
  same: new Map(chapter.same),
});

/** Applies an edit to a chapter; returns `false` if it names an unknown node. */
function change(chapters: Chapter[], chapter: Chapter, edit: LocalEdit): boolean {
  switch (edit.type) {
    case "newChapter":
      return true;
    case "chapter":
      if (edit.title !== undefined) chapter.title = edit.title;
      if (edit.orientation !== undefined) chapter.orientation = edit.orientation;
      if (edit.mode !== undefined) chapter.mode = edit.mode;
      if (edit.place !== undefined) moveTo(chapters, chapter, edit.place, (one) => !one.deleted);
      return true;
    case "deleteChapter":
    case "restoreChapter":
      chapter.deleted = edit.type === "deleteChapter";
      return true;
    case "start":
      chapter.position = edit.position;
      for (const id of edit.turned ?? []) {
        const node = nodeOf(chapter, id);
        if (node?.side) node.side = node.side === 1 ? 2 : 1;
      }
      return true;
    case "add":
      return add(chapter, edit);
  }
  const node = nodeOf(chapter, edit.node);
  if (!node) return false;
  switch (edit.type) {
    case "delete":
      node.deleted = node.id !== ROOT;
      return true;
    case "restore": {
      const parent = nodeOf(chapter, node.parent);
      // The same move may have been added again.
      if (parent && !childrenOf(chapter, parent).some(({ move }) => move === node.move)) node.deleted = false;
      return true;
    }
    case "order": {
      const parent = nodeOf(chapter, node.parent);
      if (parent) moveTo(parent.children, node.id, edit.place, (id) => chapter.nodes.get(id)?.deleted === false);
      return true;
    }
    case "comment": {
      const by = edit.text === "" ? (edit.author ?? edit.by) : edit.by;
      const others = node.comments.filter((comment) => comment.by !== by);
      const known = node.comments.findIndex((comment) => comment.by === by);
      const own = { by, text: edit.text };
      if (edit.text === "") node.comments = others;
      else node.comments = known < 0 ? [...node.comments, own] : node.comments.with(known, own);
      return true;
    }
    case "glyphs":
      node.glyphs = edit.glyphs;
      return true;
    case "sketches":
      node.sketches = edit.sketches;
      return true;
    case "hint":
      node.hint = edit.text;
      return true;
  }
}

function add(chapter: Chapter, edit: LocalEdit & { type: "add" }): boolean {
  const parent = nodeOf(chapter, edit.parent);
  if (!parent) return false;
  if (chapter.nodes.has(edit.node) || chapter.same.has(edit.node)) return true;
  const same = edit.same ?? childrenOf(chapter, parent).find(({ move }) => move === edit.move)?.id;
  if (same !== undefined) {
    const known = nodeOf(chapter, same);
    if (!known) return false;
    chapter.same.set(edit.node, known.id);
    return true;
  }
  chapter.nodes.set(edit.node, emptyNode(edit.node, parent.id, edit.move, edit.side ?? null));
  parent.children.push(edit.node);
  return true;
}

/** Moves an item to a place among those that count. */
function moveTo<T>(items: T[], item: T, place: number, counts: (item: T) => boolean): void {
  const others = items.filter((other) => other !== item);
  const next = others.filter(counts)[place];
  const at = next === undefined ? others.length : others.indexOf(next);
  items.splice(0, items.length, ...others.toSpliced(at, 0, item));
}
