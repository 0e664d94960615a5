import type { Change, MoveView, ReasonView } from "@entourage/rules";
import type { PressManner, Scene } from "@entourage/board/scene";
import { bookWords } from "../book/words";
import { OwnBoard } from "@entourage/board/ownBoard";
import { failureText, Match } from "../rules/rules";
import { settings } from "../settings/settings.svelte";

/** What the last thing that was done has led to, in words. */
export interface Told {
  /** Whether the rules refused it. */
  refused: boolean;
  sentence: string;
  /** Why it is refused. */
  reasons: ReasonView[];
  /** What it has changed. */
  changes: Change[];
}

/** What a diagram shows: a position, and moves that show what is said of it. */
interface Shown {
  spec: string;
  position: string;
  moves: readonly string[];
}

/** A position that a reader plays with: the pieces of both sides move, whoever's turn it is, and what changes is told. */
export class Trial extends OwnBoard {
  told = $state.raw<Told | null>(null);
  /** From where to where the last move went. */
  last = $state.raw<string[]>([]);
  /** Whether another position than the first is shown. */
  moved = $state(false);
  /** How many of the moves that show something have been played in their order; `null` where others were. */
  #step = $state<number | null>(0);
  /** The move that shows what comes next, if one does. */
  readonly next = $derived.by(() => (this.#step === null ? undefined : this.#shown.moves[this.#step]));

  #shown: Shown;
  #match: Match;

  constructor(shown: Shown) {
    super();
    this.#shown = shown;
    this.#match = this.#begin();
    this.#read(null);
  }

  /** A square was pressed, or a dragged piece dropped on it. */
  press(square: string, { dropped }: PressManner): void {
    const piece = this.view.pieces.find((one) => one.square === square);
    const other = piece !== undefined && piece.side !== this.view.side;
    // Whoever has heard why it cannot be taken means to take it up.
    if (other && this.told?.refused) this.clicks = [];
    if (other && this.clicks.length === 0 && !this.#turn()) return;
    this.enter(square, dropped);
  }

  /** Plays a move of the side whose turn it is here. */
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

  /** Plays the next of the moves that show something. */
  show(): void {
    const text = this.next;
    const find = () => this.view.moves.find((move) => move.text === text);
    const move = find() ?? (this.#turn() ? find() : undefined);
    if (move) this.play(move);
  }

  /** Puts all pieces back where they stood. */
  putBack(): void {
    this.#match.free();
    this.#match = this.#begin();
    this.#read(null);
    this.last = [];
    this.moved = false;
    this.#step = 0;
  }

  /** Takes the last move back; tells whether there was one. */
  takeBack(): boolean {
    if (!this.#match.undo()) return false;
    this.#read(null);
    this.last = [];
    this.moved = this.#match.moves().length > 0;
    this.#step = null;
    return true;
  }

  /** Where it began, and the moves since. */
  get story(): { start: string; moves: string[] } {
    return { start: this.#match.start, moves: this.#match.moves() };
  }

  /** Lets go of what is selected, chosen or refused. */
  letGo(): void {
    this.clicks = [];
    this.options = null;
    this.told = null;
  }

  free(): void {
    this.#match.free();
  }

  /** Puts the sentences into the language chosen. */
  translate(): void {
    this.#read(null);
  }

  #begin(): Match {
    const match = new Match(this.#shown.spec, this.#shown.position);
    match.ours = true;
    return match;
  }

  /** Lets the other side move, where it can without harm to the rules. */
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
      const sentence = reasons.map((reason) => reason.sentence).join(" ") || settings.words.nobodyKnows;
      this.told = { refused: true, sentence, reasons, changes: [] };
    } catch (thrown) {
      this.told = { refused: true, sentence: failureText(thrown), reasons: [], changes: [] };
    }
  }
}
