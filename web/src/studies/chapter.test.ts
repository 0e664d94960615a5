import "../rules/loaded.testing";
import { beforeEach, expect, it, vi } from "vitest";
import type { ChapterBoard as Board } from "./chapter.svelte";
import type { StudyAct } from "./document";
import type { Study as Live } from "./study.svelte";

// The settings module reads the browser's languages when it loads.
vi.stubGlobal("navigator", { languages: ["en"] });
const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
});
const { games } = await import("../rules/rules");
const { ChapterBoard } = await import("./chapter.svelte");
const { DEVICE } = await import("./device");
const { Exercise } = await import("./exercise.svelte");
const { Study } = await import("./study.svelte");
const { chapterActs } = await import("./transfer");

const [GAME] = games("en");
if (!GAME) throw new Error("there are no games");

beforeEach(() => {
  kept.clear();
  vi.useFakeTimers();
});

async function opened(isInteractive = false): Promise<{ study: Live; board: Board; act: (act: StudyAct) => void }> {
  const study = new Study(DEVICE, "");
  await study.open();
  const { chapter, acts } = chapterActs({ title: "One", root: { spec: GAME!.spec, start: GAME!.start }, isUsualStart: true, isInteractive });
  study.edit(acts);
  const board = new ChapterBoard(study, study.chapter(chapter)!);
  const act = (act: StudyAct) => {
    study.edit([{ chapter, act }]);
    board.follow();
  };
  return { study, board, act };
}

/** Plays the move with an index among the legal ones, and returns its node. */
function play(board: Board, index = 0) {
  board.play(board.view.moves[index]!);
  return board.node;
}

it("shows the edits of others without leaving the current position", async () => {
  const { study, board, act } = await opened();
  const first = play(board);
  const second = play(board);
  expect([first.key, second.key].every((key) => key.length === 12)).toBe(true);
  act({ type: "comment", node: first.key, text: "Why?" });
  expect([board.node, first.comment]).toEqual([second, "Why?"]);
  // A deleted position is left.
  act({ type: "delete", node: first.key });
  expect([board.node, board.tree.size]).toEqual([board.tree.root, 0]);
  board.undo();
  expect(board.tree.size).toBe(2);
  expect(board.tree.root.children[0]?.comment).toBe("Why?");
  expect(study.shown).toHaveLength(1);
});

it("sends promotions, glyphs and drawings as edits, and undoes them", async () => {
  const { study, board } = await opened();
  const first = play(board);
  board.toStart();
  const other = play(board, 1);
  board.promote(other);
  expect(board.tree.root.children.map(({ key }) => key)).toEqual([other.key, first.key]);
  board.glyph(other, 1);
  const [square] = board.view.pieces.map((piece) => piece.square);
  board.sketch([{ from: square!, to: square! }]);
  expect([other.glyphs, other.sketches]).toEqual([[1], [{ from: square, to: square }]]);
  for (let i = 0; i < 3; i++) board.undo();
  expect([other.glyphs, other.sketches, board.tree.root.children[0]]).toEqual([[], [], first]);
  expect(study.canUndo).toBe(true);
});

it("keeps moves of a viewer to itself", async () => {
  const { study, board } = await opened();
  study.head = { ...study.head!, role: "viewer" };
  const own = play(board);
  expect([own.key, board.editable, study.chapter(board.chapter)?.nodes.size]).toEqual(["", false, 1]);
  // Others play the same move, which is then part of the chapter.
  study.head = { ...study.head, role: "owner" };
  study.edit([{ chapter: board.chapter, act: { type: "add", node: "abcdefgh", parent: "root", move: own.move }, side: own.side }]);
  board.follow();
  expect([own.key, board.node]).toEqual(["abcdefgh", own]);
});

it("marks moves that the rules do not allow", async () => {
  const { study, board } = await opened();
  study.edit([{ chapter: board.chapter, act: { type: "add", node: "abcdefgh", parent: "root", move: "nonsense" }, side: 1 }]);
  board.follow();
  await vi.runAllTimersAsync();
  const [broken] = board.tree.root.children;
  expect([broken?.broken, board.tree.size]).toEqual([true, 1]);
  board.go(broken!);
  expect([board.node, board.unplayable, board.problem !== ""]).toEqual([board.tree.root, broken, true]);
});

it("makes a chapter of a variation with its annotations", async () => {
  const { study, board } = await opened();
  const first = play(board);
  board.comment(first, "Main.");
  play(board);
  board.go(first);
  const other = play(board, 1);
  board.glyph(other, 3);
  const { chapter, acts } = chapterActs({ title: "Two", root: board.root, isUsualStart: true, tree: board.tree, only: other });
  study.edit(acts);
  const two = new ChapterBoard(study, study.chapter(chapter)!);
  two.toEnd();
  expect([two.moves, two.node.glyphs, two.node.parent?.comment]).toEqual([[first.move, other.move], [3], "Main."]);
});

it("asks for the moves of the main line, with feedback and a hint", async () => {
  const { board } = await opened(true);
  const first = play(board);
  const reply = play(board);
  play(board);
  const [answer] = [board.node];
  board.toStart();
  const wrong = play(board, 1);
  board.comment(wrong, "No.");
  board.comment(first, "Yes.");
  board.comment(reply, "Then?");
  board.hint(board.tree.root, "Look.");
  const exercise = new Exercise(board, 1, 10);
  expect([exercise.phase, exercise.canHint, board.node]).toEqual(["asks", true, board.tree.root]);
  const size = board.tree.size;

  board.play(board.view.moves[2]!);
  expect([exercise.phase, exercise.comments, board.tree.size]).toEqual(["wrong", [], size]);
  exercise.again();
  board.play(board.view.moves.find(({ text }) => text === wrong.move)!);
  expect([exercise.phase, exercise.comments.map(({ text }) => text)]).toEqual(["wrong", ["No."]]);
  exercise.again();
  exercise.showHint();
  expect(exercise.hint).toBe("Look.");
  board.play(board.view.moves.find(({ text }) => text === first.move)!);
  expect([exercise.phase, exercise.isRight]).toEqual(["replies", true]);
  await vi.advanceTimersByTimeAsync(20);
  expect([exercise.phase, exercise.comments.map(({ text }) => text), board.node]).toEqual(["asks", ["Yes.", "Then?"], reply]);
  board.play(board.view.moves.find(({ text }) => text === answer.move)!);
  expect([exercise.phase, exercise.found, exercise.asked]).toEqual(["over", 1, 2]);
  exercise.close();
});
