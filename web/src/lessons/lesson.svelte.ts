import type { GameInfo, LessonInfo, LessonVerdict, MoveView, Phrase, ReasonView } from "@entourage/rules";
import type { PressManner, Scene } from "@entourage/board/scene";
import { OwnBoard } from "@entourage/board/ownBoard";
import { failure, failureText, info as infoOf, Lesson, Match } from "../rules/rules";
import { settings } from "../settings/settings.svelte";

/** Feedback on an attempt: an illegal move, a wrong move, or success. */
export type Answer = { sort: "refused" | "wrong"; reasons: ReasonView[] } | { sort: "right"; praise: Phrase[] };

/** Delay before the opponent's answer, in milliseconds. */
const PAUSE_MS = 500;

/** A lesson in progress: its board, the attempts and the feedback. */
export class LessonInProgress extends OwnBoard {
  told = $state.raw<LessonInfo>() as LessonInfo;
  /** The step, counted from 0. */
  step = $state(0);
  answer = $state.raw<Answer | null>(null);
  /** The number of hints shown in this step. */
  hints = $state(0);
  /** Start and end of the last move. */
  last = $state.raw<string[]>([]);
  /** Whether the opponent is about to answer. */
  waiting = $state(false);
  info = $state.raw<GameInfo>() as GameInfo;
  readonly now = $derived(this.told.steps[this.step] ?? null);
  /** Whether a move can be tried. */
  readonly trying = $derived(this.answer === null || this.answer.sort === "refused");
  /** Whether the last step is completed. */
  readonly finished = $derived(this.answer?.sort === "right" && this.step === this.told.steps.length - 1);

  #lesson: Lesson;
  #match: Match;
  /** The opponent's answers to the right move. */
  #replies: string[] = [];
  /** The last attempt; empty if it was taken back. */
  #tried = "";
  #freed = false;

  /** Sets up a lesson at a step; the first if it does not exist. */
  constructor(game: string, text: string, step = 0) {
    super();
    this.#lesson = new Lesson(game, text);
    try {
      this.told = this.#lesson.view(settings.language);
      this.info = infoOf(this.told.spec, settings.language);
      this.step = step in this.told.steps ? step : 0;
      this.#match = new Match(this.told.spec, this.now?.position);
    } catch (thrown) {
      this.#lesson.free();
      throw thrown;
    }
    this.#read(null);
  }

  press(square: string, { dropped }: PressManner): void {
    if (!this.mayMove()) return;
    const refused = this.answer?.sort === "refused";
    this.answer = null;
    const held = this.clicks[0] === square;
    this.enter(square, dropped);
    // Clicking the refused piece again selects it.
    if (refused && held && this.clicks.length === 0 && this.answer === null) this.clicks = [square];
  }

  /** Plays a move of the learner and gives feedback. */
  play(move: MoveView): void {
    if (!this.mayMove()) return;
    try {
      this.#answer(this.#lesson.judge(this.step, move.text, settings.language));
    } catch (thrown) {
      this.answer = { sort: "refused", reasons: reasonsOf(thrown) };
      return;
    }
    this.#tried = move.text;
    this.#make(move);
  }

  /** Takes a wrong move back. */
  takeBack(): void {
    if (this.answer?.sort !== "wrong") return;
    const tried = this.#match.record(settings.language).at(-1);
    this.#match.undo();
    this.answer = null;
    this.#tried = "";
    this.last = [];
    this.#read(tried ? { effects: tried.effects, legs: tried.legs, back: true } : null);
  }

  /** Shows another hint and hides a refusal. */
  hint(): void {
    if (this.answer?.sort === "right") return;
    this.takeBack();
    // Clicking the refused piece again selects it.
    if (this.answer) this.letGo();
    this.hints = Math.min(this.hints + 1, this.now?.hints.length ?? 0);
  }

  /** Goes to the next step, after the opponent's answer if the board stays. */
  async next(): Promise<void> {
    const next = this.told.steps[this.step + 1];
    if (this.answer?.sort !== "right" || !next || this.waiting) return;
    const replies = this.#replies;
    this.answer = null;
    this.hints = 0;
    this.#tried = "";
    if (next.fresh) {
      this.last = [];
      this.#begin(next.position);
    } else {
      this.waiting = true;
      for (const reply of replies) {
        const move = this.view.moves.find((one) => one.text === reply);
        if (move) this.#make(move);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS + settings.legTime()));
        if (this.#freed) return;
      }
      this.waiting = false;
    }
    this.step += 1;
  }

  letGo(): void {
    this.clicks = [];
    this.options = null;
    this.forgive();
  }

  /** Clears the last refusal. */
  forgive(): void {
    if (this.answer?.sort === "refused") this.answer = null;
  }

  /** Updates all sentences to the selected language. */
  translate(): void {
    this.told = this.#lesson.view(settings.language);
    this.info = infoOf(this.told.spec, settings.language);
    if (this.#tried !== "" && this.answer) this.#answer(this.#lesson.judge(this.step, this.#tried, settings.language));
    else this.answer = null;
    this.#read(null);
  }

  free(): void {
    this.#freed = true;
    this.#match.free();
    this.#lesson.free();
  }

  #answer(verdict: LessonVerdict): void {
    if (verdict.right) {
      this.#replies = verdict.replies;
      this.answer = { sort: "right", praise: this.now?.praise ?? [] };
    } else this.answer = { sort: "wrong", reasons: verdict.reasons };
  }

  #begin(position: string): void {
    const match = new Match(this.told.spec, position);
    this.#match.free();
    this.#match = match;
    this.#read(null);
  }

  #make(move: MoveView): void {
    this.#match.play(move.text, settings.language);
    this.last = [move.legs[0], move.legs.at(-1)].filter((name) => name !== undefined);
    this.#read({ effects: move.effects, legs: move.legs, back: false });
  }

  #read(change: Scene["change"]): void {
    this.lay(this.#match.view(settings.language), change);
  }

  protected override mayMove(): boolean {
    return this.trying && !this.waiting;
  }

  protected refuse(squares: string[]): void {
    try {
      this.answer = { sort: "refused", reasons: this.#match.explainSquares(squares, settings.language).reasons };
    } catch (thrown) {
      this.answer = { sort: "refused", reasons: reasonsOf(thrown) };
    }
  }
}

/** Returns the reasons thrown by the rules, or the thrown message as a reason. */
function reasonsOf(thrown: unknown): ReasonView[] {
  const known = failure(thrown, settings.language);
  return known?.kind === "refused" ? known.reasons : [{ code: "", squares: [], ruling: "", sentence: failureText(thrown) }];
}
