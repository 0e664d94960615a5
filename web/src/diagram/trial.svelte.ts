import type { Change, MoveView, ReasonView, View } from "../api/types.generated";
import type { PressManner, Scene } from "../board/scene";
import { bookWords } from "../book/words";
import { press, targets } from "../play/selection";
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
export class Trial {
  view = $state.raw<View>() as View;
  scene = $state.raw<Scene>({ pieces: [], change: null });
  clicks = $state.raw<string[]>([]);
  options = $state.raw<MoveView[] | null>(null);
  told = $state.raw<Told | null>(null);
  /** From where to where the last move went. */
  last = $state.raw<string[]>([]);
  /** Whether another position than the first is shown. */
  moved = $state(false);
  /** How many of the moves that show something have been played in their order; `null` where others were. */
  #step = $state<number | null>(0);
  /** The move that shows what comes next, if one does. */
  readonly next = $derived.by(() => (this.#step === null ? undefined : this.#shown.moves[this.#step]));
  readonly ours = $derived.by(() => {
    const squares = new Set(this.view.pieces.filter((piece) => piece.side === this.view.side).map((piece) => piece.square));
    return (square: string) => squares.has(square);
  });
  readonly targets = $derived(targets(this.view.moves, this.clicks, this.ours));

  #shown: Shown;
  #match: Match;

  constructor(shown: Shown) {
    this.#shown = shown;
    this.#match = this.#begin();
    this.#read(null);
  }

  /** A square was pressed, or a dragged piece dropped on it. */
  press(square: string, { dropped }: PressManner): void {
    this.options = null;
    const piece = this.view.pieces.find((one) => one.square === square);
    const other = piece !== undefined && piece.side !== this.view.side;
    // Whoever has heard why it cannot be taken means to take it up.
    if (other && this.told?.refused) this.clicks = [];
    if (other && this.clicks.length === 0 && !this.#turn()) return;
    const found = press(this.view.moves, this.clicks, square, this.ours, dropped);
    switch (found.type) {
      case "cleared":
        this.clicks = [];
        return;
      case "selected":
        this.clicks = found.clicks.length > 1 || this.ours(square) ? found.clicks : [];
        return;
      case "choose":
        this.clicks = found.clicks;
        this.options = found.options;
        return;
      case "move":
        this.play(found.move);
        return;
      case "refused":
        this.#explain(found.squares);
    }
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
    this.letGo();
    this.view = this.#match.view(settings.language);
    this.scene = { pieces: this.view.pieces, change };
  }

  #explain(squares: string[]): void {
    this.clicks = squares.slice(0, 1);
    try {
      const { reasons } = this.#match.explainSquares(squares, settings.language);
      const sentence = reasons.map((reason) => reason.sentence).join(" ") || settings.words.nobodyKnows;
      this.told = { refused: true, sentence, reasons, changes: [] };
    } catch (thrown) {
      this.told = { refused: true, sentence: failureText(thrown), reasons: [], changes: [] };
    }
  }
}
