import type { MoveRecord, MoveView, Side } from "@entourage/rules";
import type { PressManner, Scene } from "@entourage/board/scene";
import { OwnBoard } from "@entourage/board/ownBoard";
import { failureText, Match } from "../rules/rules";
import { settings } from "../settings/settings.svelte";

/** A game as text: spec, starting position, moves. */
interface Texts {
  spec: string;
  start: string;
  moves: string[];
}

/** Moves tried on a separate board from the game's position; nothing is sent to the server. */
export class AnalysisLine extends OwnBoard {
  /** The game's moves before the line. */
  readonly base: readonly string[];
  /** The moves of the line. */
  moves = $state.raw<MoveRecord[]>([]);
  /** Why the last attempt is not a legal move. */
  problem = $state("");
  /** The moves of the line, turn by turn. */
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
    super();
    this.base = moves;
    this.#match = new Match(spec, start, moves);
    this.#read(null);
  }

  press(square: string, { dropped }: PressManner): void {
    this.problem = "";
    this.enter(square, dropped);
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

  /** Replaces the line. */
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

  /** Updates the sentences to the selected language. */
  translate(): void {
    this.#read(null);
  }

  #read(change: Scene["change"]): void {
    this.problem = "";
    this.moves = this.#match.record(settings.language).slice(this.base.length);
    this.lay(this.#match.view(settings.language), change);
  }

  protected refuse(squares: string[]): void {
    try {
      const { reasons } = this.#match.explainSquares(squares, settings.language);
      this.problem = reasons.map((reason) => reason.sentence).join(" ") || settings.words.notLegal;
    } catch (thrown) {
      this.problem = failureText(thrown);
    }
  }
}
