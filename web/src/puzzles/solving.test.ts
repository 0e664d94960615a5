import "../rules/loaded.testing";
import { beforeEach, expect, test, vi } from "vitest";
import type { Engine } from "../engine/engine";
import { after, mainLine, mainMove, plies, type Puzzle } from "./puzzle";
import type { PuzzleInProgress as InProgress } from "./solving.svelte";
import { readSet } from "./sets";

// The settings module reads the browser's languages when it loads.
vi.stubGlobal("navigator", { languages: ["en"] });
vi.stubGlobal("matchMedia", () => ({ matches: true }));
const { settings } = await import("../settings/settings.svelte");
const { info } = await import("../rules/rules");
const { PuzzleInProgress } = await import("./solving.svelte");
const { themeName } = await import("./themes");
const { puzzleWords } = await import("./words");

const files = import.meta.glob<string>("../../../puzzles/*.jsonl", { query: "?raw", import: "default", eager: true });
/** The sets of built-in games. */
const sets = Object.entries(files).map(([path, text]) => readSet(path.split("/").at(-1)?.replace(".jsonl", "") ?? "", text));
const builtIn = sets.filter(([first]) => first && hasRules(first.spec)).map((puzzles) => ({ set: puzzles[0]?.set ?? "", puzzles }));

function hasRules(spec: string): boolean {
  try {
    info(spec, "en");
    return true;
  } catch {
    return false;
  }
}

/** An engine that answers with fixed moves. */
const engineOf = (answers: string[], score = "+0.00") =>
  ({
    think: (_: unknown, __: unknown, tell: (thought: { score: string }) => void) => {
      tell({ score });
      return { answer: Promise.resolve(answers.shift() ?? null), moveNow: () => {}, stop: () => {} };
    },
  }) as unknown as Engine;

beforeEach(() => {
  settings.language = "en";
  vi.useFakeTimers();
});

function begin(puzzle: Puzzle, engine = engineOf([])): { under: InProgress; results: string[] } {
  const results: string[] = [];
  return { under: new PuzzleInProgress(puzzle, () => engine, (result) => results.push(result)), results };
}

test("a try is decided by its first hint, mistake or win", async () => {
  const puzzle = builtIn.flatMap(({ puzzles }) => puzzles).find(({ winIn }) => winIn >= 2);
  if (!puzzle) throw new Error("no puzzle");
  const decided = async (act: (under: InProgress) => void): Promise<[readonly string[], boolean][]> => {
    const told: [readonly string[], boolean][] = [];
    const under = new PuzzleInProgress(puzzle, () => engineOf([]), () => {}, (moves, hinted) => told.push([moves, hinted]));
    act(under);
    await vi.runAllTimersAsync();
    under.free();
    return told;
  };
  const line = mainLine(puzzle.solution);
  const wrong = (under: InProgress) => under.view.moves.find(({ text }) => after(puzzle.solution, text) === undefined)?.text;
  expect(await decided((under) => under.more())).toEqual([[[], true]]);
  expect(await decided((under) => under.reveal())).toEqual([[[], false]]);
  expect(await decided((under) => play(under, line[0]))).toEqual([]);
  let tried: string | undefined;
  const failed = await decided((under) => {
    tried = wrong(under);
    play(under, tried);
    under.tryAgain();
    under.more();
  });
  expect(failed).toEqual([[[tried], false]]);
});

function play(under: InProgress, text: string | undefined): void {
  const move = under.view.moves.find((one) => one.text === text);
  expect(move, text).toBeDefined();
  if (move) under.play(move, true);
}

test.each(builtIn)("the puzzles of $set are solved by their main lines", async ({ puzzles }) => {
  // The longest ones, and a sample of the others.
  const chosen = puzzles.filter((puzzle, i) => i % 25 === 0 || plies(puzzle.solution) >= 5).slice(0, 30);
  for (const puzzle of chosen) {
    const { under, results } = begin(puzzle);
    expect(under.view.position).toBe(puzzle.position);
    for (let turns = 0; under.phase === "yours" && turns < 10; turns++) {
      play(under, under.key?.text);
      await vi.runAllTimersAsync();
    }
    expect([under.phase, under.path, results]).toEqual(["solved", mainLine(puzzle.solution), ["clean", "solved"]]);
    expect(under.view.ended?.winner).toBe(puzzle.side);
    under.free();
  }
});

const puzzle = builtIn.flatMap(({ puzzles }) => puzzles).find(({ winIn, solution, themes }) => winIn === 2 && plies(solution) === 3 && themes.includes("forced")) as Puzzle;

test("a wrong move is refuted by the engine's reply, explained, and undone", async () => {
  const first = mainMove(puzzle.solution);
  const probe = begin(puzzle).under;
  const wrong = probe.view.moves.find(({ text }) => text !== first);
  expect(wrong).toBeDefined();
  const reply = probe.movesAt([wrong?.text ?? ""]).keys().next().value ?? "";
  probe.free();
  const { under, results } = begin(puzzle, engineOf([reply], "#4"));
  play(under, wrong?.text);
  expect([under.phase, results]).toEqual(["searching", ["failed"]]);
  await vi.runAllTimersAsync();
  expect([under.phase, under.refutation?.replies.length, under.refutation?.score]).toEqual(["wrong", 1, -4]);
  settings.language = "fr";
  const before = under.refutation?.replies;
  under.translate();
  expect(under.refutation?.replies).not.toEqual(before);
  under.tryAgain();
  expect([under.phase, under.view.position, under.refutation]).toEqual(["yours", puzzle.position, null]);
  // A later solution does not change the result.
  play(under, first);
  await vi.runAllTimersAsync();
  play(under, under.key?.text);
  expect([under.phase, results]).toEqual(["solved", ["failed", "solved"]]);
  under.free();
});

test("hints show the themes, the piece and the move, and count as hints", async () => {
  const { under, results } = begin(puzzle);
  const seen: unknown[] = [];
  for (let time = 0; time < 4; time++) {
    under.more();
    seen.push([under.hint, under.hinted.squares.length, under.hinted.ways.length]);
  }
  expect(seen).toEqual([["themes", 0, 0], ["piece", 1, 0], ["move", 0, 1], ["move", 0, 1]]);
  play(under, under.key?.text);
  await vi.runAllTimersAsync();
  expect([under.hint, under.kinds]).toEqual([null, ["piece", "move"]]);
  play(under, under.key?.text);
  expect(results).toEqual(["hinted", "solved"]);
  under.free();
});

test("moves by touch wait for confirmation", () => {
  const { under } = begin(puzzle);
  const move = under.view.moves.find(({ text }) => text === mainMove(puzzle.solution));
  const [from = "", ...rest] = move?.squares ?? [];
  under.press(from, { coarse: true, dropped: false });
  under.press(rest.at(-1) ?? "", { coarse: true, dropped: false });
  expect([under.pending?.text, under.path]).toEqual([move?.text, []]);
  under.letGo();
  expect(under.pending).toBeNull();
  under.free();
});

test("the shown solution can be followed in every direction", () => {
  const { under, results } = begin(puzzle);
  under.go(mainLine(puzzle.solution));
  expect(under.path, "not before it is shown").toEqual([]);
  under.reveal();
  expect([under.phase, under.path, results]).toEqual(["shown", mainLine(puzzle.solution).slice(0, 1), ["failed"]]);
  under.go(mainLine(puzzle.solution));
  expect(under.view.ended?.winner).toBe(puzzle.side);
  under.go([]);
  expect(under.view.position).toBe(puzzle.position);
  const first = mainMove(puzzle.solution) ?? "";
  for (const reply of Object.keys(after(puzzle.solution, first) ?? {}).flatMap((moves) => moves.split(" "))) {
    under.go([first, reply]);
    expect(under.path).toEqual([first, reply]);
  }
  under.free();
});

test.each(builtIn)("the themes of $set are in plain words in both languages", ({ puzzles }) => {
  for (const language of ["en", "fr"] as const) {
    settings.language = language;
    for (const theme of new Set(puzzles.flatMap(({ themes }) => themes))) {
      const name = themeName(theme, info(puzzles[0]?.spec ?? "", language), puzzleWords());
      const [sort = "", code = ""] = theme.split(":");
      expect(name, theme).not.toMatch(/\{|:\s*$/);
      if (code !== "") expect(name.endsWith(code), `${sort} ${name}`).toBe(false);
    }
  }
});
