import type { MoveView, Prospect, Side, Thought } from "@entourage/rules";
import { Engine, type Search } from "../engine/engine";
import { Match } from "../rules/rules";
import { settings } from "../settings/settings.svelte";
import type { Analysis } from "./analysis.svelte";
import { forFirst, scoreForFirst } from "./evaluation";

const KEY = "entourage.analysis.engine";
export const MAX_LINES = 5;
/** Number of moves of a line that are shown. */
const SHOWN_MOVES = 8;
/** Number of moves of a line whose gains are computed. */
const WEIGHED_MOVES = 6;

/** A line of the engine, scored for the first side. */
export interface ScoredLine {
  score: string;
  /** The score for the side to move. */
  ownScore: string;
  moves: string[];
  /** The moves in the selected notation. */
  written: string[];
}

/** The engine on an analysis board: searches the current position until it is switched off or hidden. */
export class EngineLines {
  on = $state(true);
  /** Number of lines. */
  count = $state(3);
  /** Whether it searches for the threat of the side that is not to move. */
  threatens = $state(false);
  thought = $state.raw<Thought | null>(null);
  /** The side to move in the searched position. */
  side = $state.raw<Side>(1);
  /** Searched positions per second. */
  speed = $state(0);
  /** Why the engine cannot search the position. */
  problem = $state<"" | "failed" | "noThreat">("");
  /** The best move in the searched position. */
  best = $state.raw<MoveView | null>(null);

  #analysis: Analysis;
  #engine = new Engine();
  #search: Search | null = null;
  /** The searched position, which may have another side to move than the board. */
  #match: Match | null = null;
  #prospects = new Map<string, Prospect>();

  constructor(analysis: Analysis) {
    this.#analysis = analysis;
    const { on, count } = stored();
    [this.on, this.count] = [on, count];
  }

  /** Starts the engine while the board is drawn, unless it is off. */
  prepare(): void {
    if (this.on) this.#engine.prepare(this.#analysis.root.spec);
  }

  readonly lines = $derived.by((): ScoredLine[] => {
    const { thought, side } = this;
    if (!thought || thought.line.length === 0) return [];
    return [{ score: thought.score, line: thought.line }, ...thought.others].map(({ score, line }) => ({
      score: scoreForFirst(score, side),
      ownScore: score,
      moves: line,
      written: this.#match?.variation(line.slice(0, SHOWN_MOVES)) ?? [],
    }));
  });

  /** Expected result of the first side in thousandths of a win; `null` while unknown. */
  readonly chances = $derived(this.thought && this.thought.line.length > 0 ? forFirst(this.thought.chances, this.side) : null);

  /** Returns what a line gains and why. */
  prospect(moves: readonly string[]): Prospect | null {
    if (!this.#match) return null;
    const line = moves.slice(0, WEIGHED_MOVES);
    const key = line.join(" ");
    const known = this.#prospects.get(key) ?? this.#match.prospect(line, settings.language);
    this.#prospects.set(key, known);
    return known;
  }

  /** Remembers on the device whether the engine is on, and its number of lines. */
  keep(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify({ on: this.on, count: this.count }));
    } catch {
      // The choice is not remembered.
    }
  }

  /** Searches the current position of the board, or stops if the engine is off, the page is hidden or the game is over. */
  follow(hidden: boolean): void {
    this.stop();
    this.problem = "";
    const { root, moves, view } = this.#analysis;
    if (!this.on || hidden || view.ended) return;
    const turned = this.threatens ? this.#analysis.turned() : null;
    if (this.threatens && !turned) {
      this.problem = "noThreat";
      return;
    }
    const asked = turned ? { ...turned, moves: [] } : { ...root, moves };
    const match = new Match(asked.spec, asked.start, asked.moves);
    const seen = turned ? match.view(settings.language) : view;
    this.#match = match;
    this.side = seen.side;
    const began = performance.now();
    const search = this.#engine.think({ ...asked, level: 0, seed: 0, lines: this.count }, Infinity, (thought) => {
      if (this.#search !== search) return;
      this.thought = thought;
      this.speed = (1000 * thought.nodes) / Math.max(performance.now() - began, 1);
      if (thought.line[0] !== this.best?.text) this.best = seen.moves.find(({ text }) => text === thought.line[0]) ?? null;
    });
    this.#search = search;
    search.answer.catch(() => {
      if (this.#search === search) this.problem = "failed";
    });
  }

  stop(): void {
    this.#search?.stop();
    this.#search = null;
    [this.thought, this.best, this.speed] = [null, null, 0];
    this.#prospects.clear();
    this.#match?.free();
    this.#match = null;
  }

  close(): void {
    this.stop();
    this.#engine.close();
  }
}

function stored(): { on: boolean; count: number } {
  try {
    const { on, count } = (JSON.parse(localStorage.getItem(KEY) ?? "null") ?? {}) as { on?: unknown; count?: unknown };
    return { on: on !== false, count: typeof count === "number" && Number.isInteger(count) && count >= 1 && count <= MAX_LINES ? count : usualCount() };
  } catch {
    return { on: true, count: usualCount() };
  }
}

/** Number of lines unless the user chooses another: one where space is scarce. */
const usualCount = (): number => (matchMedia("(max-width: 48rem)").matches ? 1 : 3);
