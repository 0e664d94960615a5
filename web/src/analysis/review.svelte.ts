import type { Moment, MoveView, Prospect, Review, Side, Weighing } from "@entourage/rules";
import { Engine } from "../engine/engine";
import { lookBack } from "../engine/review";
import { Match } from "../rules/rules";
import { settings } from "../settings/settings.svelte";
import type { Analysis } from "./analysis.svelte";
import { lineFrom, pathTo, type TreeNode } from "./tree";

/** Another move than the best one is accepted if it costs at most this much, in thousandths of a win. */
const TOLERANCE = 80;
/** Time for the search after a tried move, in milliseconds. */
const CHECK_MS = 1_500;
/** Number of changes of powers shown for a better move. */
const SHOWN_CHANGES = 2;

/** A mistake of the main line, with the positions before and after it. */
export interface Mistake {
  moment: Moment;
  before: TreeNode;
  after: TreeNode;
}

/** An analysis of the main line by the engine: expected results of all positions, and mistakes. */
export class GameReview {
  review = $state.raw<Review | null>(null);
  running = $state(false);
  failed = $state(false);
  mistakes = $state.raw<Mistake[]>([]);

  #analysis: Analysis;
  #stop: (() => void) | null = null;
  /** The main line when the analysis began. */
  #line: TreeNode[] = [];

  constructor(analysis: Analysis) {
    this.#analysis = analysis;
  }

  /** Expected results of the first side, from the start of the main line; those not examined yet are left out. */
  get chances(): number[] {
    return this.review?.chances ?? [];
  }

  /** The positions of the analysed line, from the start. */
  get positions(): TreeNode[] {
    return [this.#analysis.tree.root, ...this.#line];
  }

  /** Whether the main line has changed since. */
  get isOutdated(): boolean {
    const line = lineFrom(this.#analysis.tree.root);
    return this.review !== null && (line.length !== this.#line.length || line.some((node, i) => node !== this.#line[i]));
  }

  start(): void {
    this.stop();
    const { root, tree } = this.#analysis;
    this.#line = lineFrom(tree.root);
    [this.review, this.failed, this.running, this.mistakes] = [null, false, true, []];
    const game = { ...root, moves: this.#line.map(({ move }) => move), courier: settings.notation === "courier", language: settings.language };
    this.#stop = lookBack(
      game,
      (review) => {
        this.review = review;
        if (review.done < review.of) return;
        this.running = false;
        this.mistakes = review.moments.flatMap((moment) => {
          const after = this.#line[moment.ply - 1];
          return moment.sort === "turn" && moment.best !== null && after?.parent ? [{ moment, before: after.parent, after }] : [];
        });
      },
      () => ([this.failed, this.running] = [true, false]),
    );
  }

  stop(): void {
    this.#stop?.();
    this.#stop = null;
    this.running = false;
    if (this.review && this.review.done < this.review.of) this.review = null;
  }
}

/** Returns what the better move would have changed by powers, gains first. */
export function missedPowers({ root }: Analysis, { moment, before }: Mistake): Weighing["changes"] {
  if (moment.best === null) return [];
  const match = new Match(root.spec, root.start, pathTo(before).map(({ move }) => move));
  try {
    const changes = match.prospect([moment.best], settings.language).weighing?.changes ?? [];
    return changes.toSorted((one, other) => Number(other.sign === "gain") - Number(one.sign === "gain")).slice(0, SHOWN_CHANGES);
  } finally {
    match.free();
  }
}

/** What happened to a tried move. */
export type Verdict =
  | { type: "best" | "good"; move: MoveView }
  /** The move played in the game, or another one that loses chances, with the reply. */
  | { type: "wrong"; move: MoveView; reply: Prospect | null };

/** An exercise: the user looks for better moves than those played in the game. */
export class Lesson {
  index = $state(0);
  checking = $state(false);
  verdict = $state.raw<Verdict | null>(null);
  /** Whether the solution was requested. */
  shown = $state(false);
  /** Number of mistakes for which a better move was found at once. */
  found = $state(0);
  readonly mistakes: readonly Mistake[];

  #analysis: Analysis;
  #engine = new Engine();
  #failed = false;

  constructor(analysis: Analysis, mistakes: readonly Mistake[], side: Side | null) {
    this.#analysis = analysis;
    this.mistakes = mistakes.filter(({ moment }) => side === null || moment.side === side);
    this.#pose();
  }

  readonly current = $derived.by((): Mistake | undefined => this.mistakes[this.index]);

  /** Sets up the next mistake; after the last one the exercise is over. */
  next(): void {
    this.index += 1;
    this.#pose();
  }

  again(): void {
    this.#pose(false);
  }

  /** Shows the better move. */
  show(): void {
    const { current } = this;
    if (!current?.moment.best) return;
    this.shown = true;
    this.#analysis.intercept = null;
    this.#analysis.go(current.before);
    this.#analysis.playLine([current.moment.best]);
  }

  close(): void {
    this.#analysis.intercept = null;
    this.#engine.close();
  }

  #pose(isNew = true): void {
    const { current } = this;
    [this.verdict, this.checking] = [null, false];
    if (isNew) [this.shown, this.#failed] = [false, false];
    this.#analysis.intercept = current ? (move) => void this.#try(move, current) : null;
    if (current) this.#analysis.go(current.before);
  }

  async #try(move: MoveView, mistake: Mistake): Promise<void> {
    const { best, fall, side } = mistake.moment;
    this.#analysis.intercept = null;
    this.#analysis.playLine([move.text]);
    if (move.text === best) return this.#judge({ type: "best", move });
    const { root, moves, view } = this.#analysis;
    if (view.ended) return this.#judge(view.ended.winner === side ? { type: "good", move } : { type: "wrong", move, reply: null });
    this.checking = true;
    let thought: { chances: number; line: string[] } | null = null;
    const search = this.#engine.think({ ...root, moves, level: 0, seed: 0 }, CHECK_MS, (told) => (thought = told));
    await search.answer.catch(() => null);
    if (this.current !== mistake) return;
    this.checking = false;
    const told = thought as { chances: number; line: string[] } | null;
    const chances = told === null ? 0 : view.side === side ? told.chances : 1000 - told.chances;
    const isWorse = move.text === mistake.after.move || chances < (fall?.[0] ?? 1000) - TOLERANCE;
    this.#judge(isWorse ? { type: "wrong", move, reply: told && told.line.length > 0 ? this.#reply(told.line) : null } : { type: "good", move });
  }

  #reply(line: readonly string[]): Prospect {
    const { root, moves } = this.#analysis;
    const match = new Match(root.spec, root.start, moves);
    try {
      return match.prospect(line.slice(0, 3), settings.language);
    } finally {
      match.free();
    }
  }

  #judge(verdict: Verdict): void {
    this.verdict = verdict;
    if (verdict.type === "wrong") this.#failed = true;
    else if (!this.#failed) this.found += 1;
  }
}
