import type { MoveRecord, MoveView, Side, View } from "../api/types.generated";
import type { PressManner, Scene } from "../board/scene";
import { press, targets } from "../play/selection";
import { failureText, Match } from "../rules/rules";
import { settings } from "../settings/settings.svelte";

/** The text of a game: spec, start, moves. */
interface Texts {
  spec: string;
  start: string;
  moves: string[];
}

/** Moves tried on a board of their own from where a game stands; nobody hears of them. */
export class TriedVariation {
  /** The moves of the game that it goes on from. */
  readonly base: readonly string[];
  view = $state.raw<View>() as View;
  /** The moves tried. */
  moves = $state.raw<MoveRecord[]>([]);
  scene = $state.raw<Scene>({ pieces: [], change: null });
  clicks = $state.raw<string[]>([]);
  options = $state.raw<MoveView[] | null>(null);
  /** Why the last try is no move. */
  problem = $state("");
  readonly ours = $derived.by(() => {
    const squares = new Set(this.view.pieces.filter((piece) => piece.side === this.view.side).map((piece) => piece.square));
    return (square: string) => squares.has(square);
  });
  readonly targets = $derived(targets(this.view.moves, this.clicks, this.ours));
  /** The moves tried, turn by turn. */
  readonly turns = $derived.by(() => {
    const found: { side: Side; plies: string[] }[] = [];
    for (const { side, text } of this.moves) {
      const last = found.at(-1);
      if (last?.side === side) last.plies.push(text);
      else found.push({ side, plies: [text] });
    }
    return found;
  });

  #match: Match;

  constructor({ spec, start, moves }: Texts) {
    this.base = moves;
    this.#match = new Match(spec, start, moves);
    this.#read(null);
  }

  press(square: string, { dropped }: PressManner): void {
    this.problem = "";
    this.options = null;
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

  play(move: MoveView): void {
    this.#match.play(move.text, settings.language);
    this.#read({ effects: move.effects, legs: move.legs, back: false });
  }

  undo(): void {
    const last = this.moves.at(-1);
    if (!last) return;
    this.#match.undo();
    this.#read({ effects: last.effects, legs: last.legs, back: true });
  }

  /** Shows the position after other moves instead of those tried. */
  go(moves: readonly string[]): void {
    for (let i = this.moves.length; i > 0; i--) this.#match.undo();
    for (const move of moves) this.#match.play(move, settings.language);
    this.#read(null);
  }

  letGo(): void {
    this.clicks = [];
    this.options = null;
    this.problem = "";
  }

  free(): void {
    this.#match.free();
  }

  /** Puts the sentences into the language chosen. */
  translate(): void {
    this.#read(null);
  }

  #read(change: Scene["change"]): void {
    this.letGo();
    this.view = this.#match.view(settings.language);
    this.moves = this.#match.record(settings.language).slice(this.base.length);
    this.scene = { pieces: this.view.pieces, change };
  }

  #explain(squares: string[]): void {
    this.clicks = squares.slice(0, 1);
    try {
      const { reasons } = this.#match.explainSquares(squares, settings.language);
      this.problem = reasons.map((reason) => reason.sentence).join(" ") || settings.words.nobodyKnows;
    } catch (thrown) {
      this.problem = failureText(thrown);
    }
  }
}
