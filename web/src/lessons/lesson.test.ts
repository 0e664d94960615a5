import "../rules/loaded.testing";
import { beforeEach, expect, test, vi } from "vitest";
import type { LessonInProgress as UnderWay } from "./lesson.svelte";

// The settings module reads the browser's languages when it loads.
vi.stubGlobal("navigator", { languages: ["en"] });
vi.stubGlobal("matchMedia", () => ({ matches: true }));
const { settings } = await import("../settings/settings.svelte");
const { LessonInProgress } = await import("./lesson.svelte");

const texts = import.meta.glob<string>("../../../games/*/lessons/*.txt", { query: "?raw", import: "default", eager: true });
const lessons = Object.entries(texts).map(([path, text]) => ({ path, game: path.split("/").at(-3) ?? "", text }));

beforeEach(() => {
  settings.language = "en";
  vi.useFakeTimers();
});

/** Lists the moves that a lesson accepts, step by step; `any` if it accepts every move that reaches the goal. */
function accepted(text: string): string[][] {
  return text.split(/^step$/m).slice(1).map((step) => [...step.matchAll(/^move (.+)$/gm)].flatMap(([, moves = ""]) => moves.split(" ")));
}

test.each(lessons)("$path can be completed step by step in both languages", async ({ game, text }) => {
  const under = new LessonInProgress(game, text);
  for (const moves of accepted(text)) {
    for (const move of under.view.moves) {
      // A move that the lesson does not accept is explained and taken back.
      if (under.answer || moves.includes(move.text)) continue;
      under.play(move);
      if (reasons(under) === 0) break;
      under.press(move.squares[0] ?? "", { coarse: false, dropped: false });
      expect(reasons(under), "a wrong attempt stays until it is taken back").toBeGreaterThan(0);
      under.takeBack();
      expect([under.answer, under.view.position]).toEqual([null, under.now?.position]);
      break;
    }
    if (!under.answer) {
      const right = under.view.moves.find((move) => moves.includes(move.text)) ?? under.view.moves.find((move) => reaches(under, move.text));
      if (right && !under.answer) under.play(right);
    }
    expect(under.answer?.sort, `${moves.join(" ")} at step ${under.step + 1}`).toBe("right");
    settings.language = settings.language === "en" ? "fr" : "en";
    under.translate();
    expect(under.answer?.sort).toBe("right");
    if (under.finished) break;
    const next = under.next();
    await vi.runAllTimersAsync();
    await next;
    expect(under.view.position).toBe(under.now?.position);
  }
  expect(under.finished).toBe(true);
  under.free();
});

/** Counts the reasons shown for a wrong attempt; 0 if there is none. */
const reasons = ({ answer }: UnderWay) => (answer?.sort === "wrong" ? answer.reasons.length : 0);

/** Tries a move and takes it back if it misses the goal. */
function reaches(under: UnderWay, text: string): boolean {
  const move = under.view.moves.find((one) => one.text === text);
  if (!move) return false;
  under.play(move);
  if (under.answer?.sort === "right") return true;
  under.takeBack();
  return false;
}

test("an illegal move is explained and does not change the board", () => {
  const { game, text } = lessons[0] ?? { game: "", text: "" };
  const under = new LessonInProgress(game, text);
  const own = under.view.pieces.find((piece) => under.ours(piece.square))?.square ?? "";
  const other = under.view.pieces.find((piece) => piece.square !== own && under.ours(piece.square))?.square ?? "";
  const enemy = under.view.pieces.find((piece) => !under.ours(piece.square))?.square ?? "";
  under.press(own, { coarse: false, dropped: false });
  under.press(enemy, { coarse: false, dropped: false });
  expect(under.answer?.sort === "refused" && under.answer.reasons.length).toBeGreaterThan(0);
  expect(under.view.position).toBe(under.now?.position);
  // Pressing the selected piece again keeps it selected; pressing another piece selects that one.
  under.press(own, { coarse: false, dropped: false });
  expect([under.answer, under.clicks]).toEqual([null, [own]]);
  under.press(other, { coarse: false, dropped: false });
  expect([under.answer, under.clicks]).toEqual([null, [other]]);
  under.hint();
  under.hint();
  under.hint();
  expect(under.hints).toBe(under.now?.hints.length);
  under.free();
});

test("an invalid lesson is rejected with the line number", () => {
  expect(() => new LessonInProgress(lessons[0]?.game ?? "", "title en A\ncolour red")).toThrow(/line 2/);
});
