import { childrenOf, nodeOf, type Chapter, type Chapters, type StudyAct } from "./document";

/** An act on a chapter. */
export interface ChapterAct {
  chapter: string;
  act: StudyAct;
}

/** Returns the act that takes back another one, given the chapters before it; `null` if it changes nothing. */
export function inverseOf(chapters: Chapters, { chapter: id, act }: ChapterAct, user: string): ChapterAct | null {
  const chapter = chapters.find((one) => one.id === id);
  if (act.type === "newChapter") return chapter ? null : { chapter: id, act: { type: "deleteChapter" } };
  if (!chapter) return null;
  const back = inverseIn(chapters, chapter, act, user);
  return back && { chapter: id, act: back };
}

function inverseIn(chapters: Chapters, chapter: Chapter, act: StudyAct, user: string): StudyAct | null {
  switch (act.type) {
    case "newChapter":
      return null;
    case "chapter": {
      const place = chapters.filter(({ deleted }) => !deleted).indexOf(chapter);
      return {
        type: "chapter",
        ...(act.title === undefined ? {} : { title: chapter.title }),
        ...(act.orientation === undefined ? {} : { orientation: chapter.orientation }),
        ...(act.mode === undefined ? {} : { mode: chapter.mode }),
        ...(act.place === undefined ? {} : { place }),
      };
    }
    case "deleteChapter":
      return chapter.deleted ? null : { type: "restoreChapter" };
    case "restoreChapter":
      return chapter.deleted ? { type: "deleteChapter" } : null;
    case "start":
      return { type: "start", position: chapter.position };
    case "add": {
      const parent = nodeOf(chapter, act.parent);
      const isKnown = parent !== undefined && childrenOf(chapter, parent).some(({ move }) => move === act.move);
      return isKnown ? null : { type: "delete", node: act.node };
    }
  }
  const node = nodeOf(chapter, act.node);
  if (!node) return null;
  switch (act.type) {
    case "delete":
      return node.deleted ? null : { type: "restore", node: node.id };
    case "restore":
      return node.deleted ? { type: "delete", node: node.id } : null;
    case "order": {
      const parent = nodeOf(chapter, node.parent);
      return parent ? { type: "order", node: node.id, place: childrenOf(chapter, parent).indexOf(node) } : null;
    }
    case "comment":
      // The comment of another author cannot be written again.
      return act.author === undefined ? { type: "comment", node: node.id, text: node.comments.find(({ by }) => by === user)?.text ?? "" } : null;
    case "glyphs":
      return { type: "glyphs", node: node.id, glyphs: node.glyphs };
    case "sketches":
      return { type: "sketches", node: node.id, sketches: node.sketches };
    case "hint":
      return { type: "hint", node: node.id, text: node.hint };
  }
}

/** Returns whether an act would hide the work of others: moves after a deleted one, or comments on it. */
export function hidesOthers(chapters: Chapters, { chapter: id, act }: ChapterAct, user: string): boolean {
  const chapter = chapters.find((one) => one.id === id);
  if (!chapter || act.type !== "delete") return false;
  const node = nodeOf(chapter, act.node);
  return node !== undefined && (childrenOf(chapter, node).length > 0 || node.comments.some(({ by }) => by !== user));
}
