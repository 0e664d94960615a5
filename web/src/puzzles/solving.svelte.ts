import type { Change, GameInfo, MoveView, ReasonView, View } from "@entourage/rules";
import { OwnBoard } from "@entourage/board/ownBoard";
import type { PressManner, Scene, Way } from "@entourage/board/scene";
import type { Engine } from "../engine/engine";
import { movesToEnd } from "../play/hint";
import { failure, failureText, info as infoOf, Match } from "../rules/rules";
import { settings } from "../settings/settings.svelte";
import { after, mainLine, mainMove, type Puzzle, type Solution } from "./puzzle";
import type { Result } from "./schedule";

/** Delay before the opponent's reply, in milliseconds. */
const PAUSE_MS = 500;
/** Time to search for a reply to a wrong move, in milliseconds. */
const SEARCH_MS = 1_200;
/** Maximum number of plies played after a wrong move. */
const MAX_REPLIES = 8;
/** Maximum number of reasons shown for a wrong move. */
const MAX_TOLD = 3;

/** `yours`: a move can be tried; `replying`: the opponent moves; `searching`: the engine looks for a reply to a wrong move; `shown`: the solution is displayed. */
export type Phase = "yours" | "replying" | "searching" | "wrong" | "solved" | "shown";

/** Why a move is not the solution. */
export interface Refutation {
  /** The replies, each as a sentence. */
  replies: string[];
  /** What the replies change to their side's advantage, and the powers that the move itself changes for the worse. */
  changes: Change[];
  /** Why the piece that decides the game cannot be captured then. */
  reasons: ReasonView[];
  /** The result, if the line ends the game. */
  ended: string;
  /** In how many moves the engine sees a win of the solving side; negative for a loss. */
  score: number | null;
}

/** A wrong move with the line that refutes it, as texts. */
interface Tried {
  move: string;
  replies: string[];
  score: number | null;
}

export const HINTS = ["themes", "piece", "move"] as const;
export type HintKind = (typeof HINTS)[number];

/** A puzzle in progress: its board, attempts, replies and hints. */
export class PuzzleInProgress extends OwnBoard {
  readonly puzzle: Puzzle;
  info = $state.raw<GameInfo>() as GameInfo;
  phase = $state<Phase>("yours");
  /** Why the last attempt is illegal. */
  refusal = $state.raw<ReasonView[] | null>(null);
  refutation = $state.raw<Refutation | null>(null);
  /** The moves played from the position of the puzzle, without a wrong one. */
  path = $state.raw<string[]>([]);
  /** Number of hints shown for the current move. */
  hints = $state(0);
  /** A move that waits for confirmation. */
  pending = $state.raw<MoveView | null>(null);
  /** The path of the last move. */
  #legs = $state.raw<readonly string[]>([]);
  /** Start and end of the last move. */
  readonly last = $derived([this.#legs[0], this.#legs.at(-1)].filter((name) => name !== undefined));
  /** The path of a last move with several steps. */
  readonly trail = $derived<Way[]>(this.#legs.length > 2 ? [{ legs: [...this.#legs], tone: "last" }] : []);
  /** The last move of the opponent as a sentence. */
  reply = $state("");
  /** Whether a mistake was made or the solution was shown. */
  failed = $state(false);
  /** Whether a hint was shown. */
  wasHinted = $state(false);
  readonly kinds = $derived.by<readonly HintKind[]>(() => (this.path.length === 0 && this.puzzle.themes.length > 0 ? HINTS : HINTS.slice(1)));
  /** The current hint, if any. */
  readonly hint = $derived<HintKind | null>(this.hints === 0 ? null : (this.kinds[this.hints - 1] ?? null));
  /** The next move of the main line. */
  readonly key = $derived.by(() => {
    const text = mainMove(this.#at(this.path) ?? {});
    return this.view.moves.find((move) => move.text === text);
  });

  #match: Match;
  #engine: () => Engine;
  #onresult: (result: Result | "solved") => void;
  #ondecided: (moves: readonly string[], hinted: boolean) => void;
  #decided = false;
  #coarse = false;
  #tried: Tried | null = null;
  #freed = false;
  #known = new Map<string, Map<string, MoveView>>();

  /**
   * Sets up a puzzle. `engine` returns the engine on demand; `onresult` is called with the first result of this attempt, and with `solved` at the end.
   * `ondecided` is called once, at the first hint, mistake or win, with the moves so far.
   */
  constructor(puzzle: Puzzle, engine: () => Engine, onresult: (result: Result | "solved") => void, ondecided: (moves: readonly string[], hinted: boolean) => void = () => {}) {
    super();
    this.#ondecided = ondecided;
    this.puzzle = puzzle;
    this.#engine = engine;
    this.#onresult = onresult;
    this.info = infoOf(puzzle.spec, settings.language);
    this.#match = new Match(puzzle.spec, puzzle.position);
    this.#read(null);
  }

  /** Squares and paths that the current hint marks. */
  get hinted(): { squares: string[]; ways: Way[] } {
    const move = this.phase === "yours" ? this.key : undefined;
    const from = move?.squares[0];
    if (!move || from === undefined) return { squares: [], ways: [] };
    if (this.hint === "piece") return { squares: [from], ways: [] };
    if (this.hint === "move") return { squares: [], ways: [{ legs: move.legs, tone: "hint", swap: move.manner === "swap", leap: move.manner === "leap" }] };
    return { squares: [], ways: [] };
  }

  press(square: string, { coarse, dropped }: PressManner): void {
    if (!this.mayMove()) return;
    const refused = this.refusal !== null;
    const held = this.clicks[0] === square;
    [this.refusal, this.pending, this.#coarse] = [null, null, coarse];
    this.enter(square, dropped);
    // Clicking the refused piece again selects it.
    if (refused && held && this.clicks.length === 0 && this.refusal === null) this.clicks = [square];
  }

  /** Plays a move of the solving side, or asks for confirmation if it was entered by touch. */
  play(move: MoveView, confirmed = false): void {
    if (!this.mayMove()) return;
    this.refusal = null;
    if (!confirmed && settings.confirms(this.#coarse)) {
      this.options = null;
      this.pending = move;
      return;
    }
    this.pending = null;
    const then = after(this.#at(this.path) ?? {}, move.text);
    if (then === undefined) {
      void this.#refute(move);
      return;
    }
    this.#make(move);
    this.path = [...this.path, move.text];
    this.hints = 0;
    void this.#goOn();
  }

  /** Undoes a wrong move and its replies. */
  tryAgain(): void {
    if (this.phase !== "wrong") return;
    this.#tried = this.refutation = null;
    this.phase = "yours";
    this.#set(this.path);
  }

  /** Shows another hint. */
  more(): void {
    this.tryAgain();
    if (this.phase !== "yours") return;
    this.letGo();
    this.hints = Math.min(this.hints + 1, this.kinds.length);
    this.wasHinted = true;
    this.#decide(this.path);
  }

  /** Gives up and shows the first move of the solution. */
  reveal(): void {
    if (this.phase === "searching" || this.phase === "replying") return;
    this.#fail([]);
    this.phase = "shown";
    this.#tried = this.refutation = null;
    this.#set([]);
    this.go(mainLine(this.puzzle.solution).slice(0, 1));
  }

  /** Shows the position after some moves of the solution. */
  go(path: readonly string[]): void {
    if (this.phase !== "solved" && this.phase !== "shown") return;
    const next = path.at(-1);
    const move = this.view.moves.find(({ text }) => text === next);
    if (path.length === this.path.length + 1 && move && this.path.every((text, i) => path[i] === text)) {
      this.#make(move);
      this.path = [...path];
    } else this.#set(path);
  }

  /** Returns the legal moves after some moves of the solution, by their text. */
  movesAt(path: readonly string[]): Map<string, MoveView> {
    const key = [settings.language, settings.notation, ...path].join(" ");
    let known = this.#known.get(key);
    if (!known) {
      const match = new Match(this.puzzle.spec, this.puzzle.position, path);
      known = new Map(match.view(settings.language).moves.map((move) => [move.text, move]));
      match.free();
      this.#known.set(key, known);
    }
    return known;
  }

  /** Clears the selection, choice, confirmation or refusal. */
  letGo(): void {
    this.clicks = [];
    this.options = null;
    this.pending = null;
    this.refusal = null;
  }

  /** Updates all sentences to the selected language. */
  translate(): void {
    this.info = infoOf(this.puzzle.spec, settings.language);
    this.refusal = null;
    this.#read(null);
    if (this.#tried) this.refutation = this.#explain(this.#tried);
    const [before, text] = [this.path.slice(0, -1), this.path.at(-1)];
    this.reply = this.reply !== "" && text !== undefined ? (this.movesAt(before).get(text)?.sentence ?? "") : "";
  }

  free(): void {
    this.#freed = true;
    this.#match.free();
  }

  protected override mayMove(): boolean {
    return this.phase === "yours";
  }

  protected refuse(squares: string[]): void {
    try {
      this.refusal = this.#match.explainSquares(squares, settings.language).reasons;
    } catch (thrown) {
      const known = failure(thrown, settings.language);
      this.refusal = known?.kind === "refused" ? known.reasons : [{ code: "", squares: [], ruling: "", sentence: failureText(thrown) }];
    }
  }

  #at(path: readonly string[]): Solution | undefined {
    return path.reduce<Solution | undefined>((at, move) => at && after(at, move), this.puzzle.solution);
  }

  /** Plays the opponent's replies of the main line, until the solving side is to move or has won. */
  async #goOn(): Promise<void> {
    let solution = this.#at(this.path) ?? {};
    while (Object.keys(solution).length > 0 && this.view.side !== this.puzzle.side) {
      this.phase = "replying";
      await this.#pause();
      if (this.#freed) return;
      const text = mainMove(solution);
      const move = this.view.moves.find((one) => one.text === text);
      if (!move) break;
      this.#make(move);
      this.reply = move.sentence;
      this.path = [...this.path, move.text];
      solution = after(solution, move.text) ?? {};
    }
    if (Object.keys(solution).length > 0) {
      this.phase = "yours";
      return;
    }
    this.phase = "solved";
    this.#decide(this.path);
    if (!this.failed) this.#onresult(this.wasHinted ? "hinted" : "clean");
    this.#onresult("solved");
  }

  /** Plays a wrong move and the best replies to it, and explains them. */
  async #refute(move: MoveView): Promise<void> {
    const tried: Tried = { move: move.text, replies: [], score: null };
    this.#make(move);
    this.phase = "searching";
    this.#fail([...this.path, move.text]);
    let replied = false;
    while (!this.view.ended && tried.replies.length < MAX_REPLIES && !(replied && this.view.side === this.puzzle.side)) {
      const defends = this.view.side !== this.puzzle.side;
      let score = "";
      const question = { spec: this.puzzle.spec, start: this.puzzle.position, moves: [...this.path, tried.move, ...tried.replies], level: 0, seed: 0 };
      const search = this.#engine().think(question, SEARCH_MS, (thought) => (score = thought.score));
      // The move is visible before the reply, even if the search ends at once.
      const [best] = await Promise.all([search.answer.catch(() => null), this.#pause()]);
      if (this.#freed) return;
      const reply = this.view.moves.find((one) => one.text === best);
      if (!reply) break;
      if (!replied && defends) {
        const end = movesToEnd(score);
        tried.score = end === null ? null : -end;
      }
      this.#make(reply);
      tried.replies.push(reply.text);
      replied ||= defends;
    }
    this.#tried = tried;
    this.refutation = this.#explain(tried);
    this.phase = "wrong";
  }

  #explain({ move, replies, score }: Tried): Refutation {
    const { language } = settings;
    const match = new Match(this.puzzle.spec, this.puzzle.position, this.path);
    const told: Refutation = { replies: [], changes: [], reasons: [], ended: "", score };
    try {
      const costs = (match.weigh(move, language)?.changes ?? []).filter((change) => change.sign === "cost" && isPower(change));
      match.play(move, language);
      let view = match.view(language);
      for (const reply of replies) {
        const known = view.moves.find(({ text }) => text === reply);
        if (known) told.replies.push(known.sentence);
        if (view.side !== this.puzzle.side) told.changes.push(...(match.weigh(reply, language)?.changes ?? []).filter(({ sign }) => sign === "gain"));
        match.play(reply, language);
        view = match.view(language);
      }
      told.ended = view.ended?.text ?? "";
      if (!view.ended) told.reasons = this.#protection(match, view);
      // Powers come first, because they explain the rest.
      const all = [...told.changes.filter(isPower), ...costs, ...told.changes.filter((change) => !isPower(change))];
      told.changes = all.filter(({ sentence }, i) => all.findIndex((other) => other.sentence === sentence) === i).slice(0, MAX_TOLD);
      told.reasons = told.reasons.slice(0, MAX_TOLD - told.changes.length);
    } finally {
      match.free();
    }
    return told;
  }

  /** Returns why the rules do not allow the capture of the opponent's most important piece. */
  #protection(match: Match, view: View): ReasonView[] {
    const hearts = new Set(view.pieces.filter(({ side, kind }) => side !== this.puzzle.side && this.info.kinds[kind]?.weight === "heart").map(({ square }) => square));
    const reach = match.reach(this.puzzle.side === 1 ? 2 : 1, settings.language);
    return (reach?.pieces ?? []).filter(({ square, attackers }) => hearts.has(square) && attackers.length > 0).flatMap(({ reasons }) => reasons);
  }

  #fail(moves: readonly string[]): void {
    if (this.failed || this.phase === "solved") return;
    this.failed = true;
    this.#decide(moves);
    this.#onresult("failed");
  }

  #decide(moves: readonly string[]): void {
    if (this.#decided) return;
    this.#decided = true;
    this.#ondecided(moves, this.wasHinted);
  }

  /** Sets the board up after some moves of the solution. */
  #set(path: readonly string[]): void {
    this.#match.free();
    this.#match = new Match(this.puzzle.spec, this.puzzle.position, path);
    this.#legs = this.#match.record(settings.language).at(-1)?.legs ?? [];
    this.path = [...path];
    this.#read(null);
  }

  #make(move: MoveView): void {
    this.#match.play(move.text, settings.language);
    this.#legs = move.legs;
    this.reply = "";
    this.#read({ effects: move.effects, legs: move.legs, back: false });
  }

  #read(change: Scene["change"]): void {
    this.pending = null;
    this.lay(this.#match.view(settings.language), change);
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, PAUSE_MS + settings.legTime()));
  }
}

/** Returns whether a change is that of a power, and not only that of a piece's safety or reach. */
const isPower = ({ sort }: Change): boolean => !["safe", "exposed", "reach", "alert", "end"].includes(sort);
