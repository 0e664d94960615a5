import type { Change, MoveView, ReasonView } from "@entourage/rules";
import type { PressManner, Scene } from "@entourage/board/scene";
import { bookWords } from "../book/words";
import { OwnBoard } from "@entourage/board/ownBoard";
import { failureText, Match } from "../rules/rules";
import { settings } from "../settings/settings.svelte";

/** The result of the last action in words. */
export interface Told {
  /** Whether the move was illegal. */
  refused: boolean;
  sentence: string;
  /** Why the move is illegal. */
  reasons: ReasonView[];
  /** What the move has changed. */
  changes: Change[];
}

/** A diagram: a position and the moves that demonstrate its caption. */
interface Shown {
  spec: string;
  position: string;
  moves: readonly string[];
}

/** A position to play with: both sides' pieces move regardless of turn, and the effects are described. */
export class Trial extends OwnBoard {
  told = $state.raw<Told | null>(null);
  /** Start and end of the last move. */
  last = $state.raw<string[]>([]);
  /** Whether the position differs from the first. */
  moved = $state(false);
  /** How many demonstration moves have been played in order; `null` after other moves. */
  #step = $state<number | null>(0);
  /** The next demonstration move, if any. */
  readonly next = $derived.by(() => (this.#step === null ? undefined : this.#shown.moves[this.#step]));

  #shown: Shown;
  #match: Match;

  constructor(shown: Shown) {
    super();
    this.#shown = shown;
    this.#match = this.#begin();
    this.#read(null);
  }

  /** Handles a click on a square or a drop there. */
  press(square: string, { dropped }: PressManner): void {
    const piece = this.view.pieces.find((one) => one.square === square);
    const other = piece !== undefined && piece.side !== this.view.side;
    // After an explained refusal to capture a piece, a click on it selects it.
    if (other && this.told?.refused) this.clicks = [];
    if (other && this.clicks.length === 0 && !this.#turn()) return;
    this.enter(square, dropped);
  }

  /** Plays a move of the side to move. */
  play(move: MoveView): void {
    const shows = move.text === this.next;
    const changes = this.#match.weigh(move.text, settings.language)?.changes ?? [];
    this.#match.play(move.text, settings.language);
    this.#read({ effects: move.effects, legs: move.legs, back: false });
    const ended = this.view.ended && changes.every((change) => change.sort !== "end") ? ` ${this.view.ended.text}` : "";
    this.told = { refused: false, sentence: `${move.sentence}.${ended}`, reasons: [], changes };
    this.last = [move.legs[0], move.legs.at(-1)].filter((name) => name !== undefined);
    this.moved = true;
    this.#step = shows && this.#step !== null ? this.#step + 1 : null;
  }

  /** Plays the next demonstration move. */
  show(): void {
    const text = this.next;
    const find = () => this.view.moves.find((move) => move.text === text);
    const move = find() ?? (this.#turn() ? find() : undefined);
    if (move) this.play(move);
  }

  /** Returns to the first position. */
  putBack(): void {
    this.#match.free();
    this.#match = this.#begin();
    this.#read(null);
    this.last = [];
    this.moved = false;
    this.#step = 0;
  }

  /** Takes the last move back; returns whether there was one. */
  takeBack(): boolean {
    if (!this.#match.undo()) return false;
    this.#read(null);
    this.last = [];
    this.moved = this.#match.moves().length > 0;
    this.#step = null;
    return true;
  }

  /** The starting position and the moves since. */
  get story(): { start: string; moves: string[] } {
    return { start: this.#match.start, moves: this.#match.moves() };
  }

  /** Clears the selection, choice or refusal. */
  letGo(): void {
    this.clicks = [];
    this.options = null;
    this.told = null;
  }

  free(): void {
    this.#match.free();
  }

  /** Updates the sentences to the selected language. */
  translate(): void {
    this.#read(null);
  }

  #begin(): Match {
    const match = new Match(this.#shown.spec, this.#shown.position);
    match.ours = true;
    return match;
  }

  /** Passes the turn to the other side if the rules allow it. */
  #turn(): boolean {
    if (this.view.ended || !this.#match.turn()) {
      this.told = { refused: true, sentence: this.view.ended?.text ?? bookWords().notNow(this.view.statusText), reasons: [], changes: [] };
      return false;
    }
    this.#read(null);
    return true;
  }

  #read(change: Scene["change"]): void {
    this.told = null;
    this.lay(this.#match.view(settings.language), change);
  }

  protected refuse(squares: string[]): void {
    try {
      const { reasons } = this.#match.explainSquares(squares, settings.language);
      const sentence = reasons.map((reason) => reason.sentence).join(" ") || settings.words.notLegal;
      this.told = { refused: true, sentence, reasons, changes: [] };
    } catch (thrown) {
      this.told = { refused: true, sentence: failureText(thrown), reasons: [], changes: [] };
    }
  }
}
