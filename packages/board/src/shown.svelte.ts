import { failureText, info as readInfo, load, Match, type GameInfo, type LanguageCode, type MoveView, type Notation } from "@entourage/rules";
import { OwnBoard } from "./ownBoard.svelte";
import type { Scene } from "./scene";

/** What an element is to show. */
export interface Asked {
  game: string;
  /** Where the game begins; nothing for the usual start. */
  position: string | undefined;
  moves: readonly string[];
  language: LanguageCode;
  notation: Notation;
  /** Whose pieces may be moved by hand. */
  hands: "none" | "both" | "1" | "2";
}

/** A game that speaks the notation in which it is shown. */
class Spoken extends Match {
  voice: Notation = "ours";

  override get notation(): Notation {
    return this.voice;
  }
}

/** What an element shows: a game after some moves, which may be moved on by hand. */
export class Shown extends OwnBoard {
  info = $state.raw<GameInfo | null>(null);
  /** Why there is nothing to show. */
  problem = $state("");
  /** Why the last try was refused. */
  refusal = $state("");
  blamed = $state.raw<string[]>([]);
  /** From where to where the last move went. */
  last = $state.raw<string[]>([]);

  #match: Spoken | null = null;
  #asked: Asked | null = null;
  /** Told of a move that was made by hand. */
  #onmove: (moves: string[]) => void;

  constructor(onmove: (moves: string[]) => void) {
    super();
    this.#onmove = onmove;
  }

  get language(): LanguageCode {
    return this.#asked?.language ?? "en";
  }

  /** Shows what is asked for, once the rules are there; one move more walks over the board. */
  async show(asked: Asked): Promise<void> {
    const before = this.#asked;
    this.#asked = asked;
    try {
      await load();
      // Something else may have been asked for meanwhile.
      if (this.#asked !== asked) return;
      this.#lay(asked, before);
      this.problem = "";
    } catch (thrown) {
      if (this.#asked !== asked) return;
      this.#drop();
      this.problem = failureText(thrown, asked.language);
    }
  }

  play(move: MoveView): void {
    const moves = [...(this.#asked?.moves ?? []), move.text];
    this.clicks = [];
    this.options = null;
    this.#onmove(moves);
  }

  press(square: string, dropped: boolean): void {
    this.refusal = "";
    this.blamed = [];
    this.enter(square, dropped);
  }

  letGo(): void {
    this.clicks = [];
    this.options = null;
    this.refusal = "";
    this.blamed = [];
  }

  close(): void {
    this.#asked = null;
    this.#drop();
  }

  protected override mayMove(): boolean {
    const { hands } = this.#asked ?? { hands: "none" };
    return hands === "both" || hands === String(this.view.side);
  }

  protected refuse(squares: string[]): void {
    if (!this.#match || !this.mayMove()) return;
    try {
      const { reasons } = this.#match.explainSquares(squares, this.language);
      this.refusal = reasons.map((reason) => reason.sentence).join(" ");
      this.blamed = reasons.flatMap((reason) => reason.squares);
    } catch (thrown) {
      this.refusal = failureText(thrown, this.language);
    }
  }

  #lay(asked: Asked, before: Asked | null): void {
    const info = readInfo(asked.game, asked.language);
    const follows = this.#match !== null && before !== null && isOneMore(before, asked);
    const match = new Spoken(asked.game, asked.position, asked.moves);
    match.voice = asked.notation;
    this.#match?.free();
    this.#match = match;
    this.info = info;
    const last = match.record(asked.language).at(-1);
    const change: Scene["change"] = follows && last ? { effects: last.effects, legs: last.legs, back: false } : null;
    this.last = last ? [last.legs[0], last.legs.at(-1)].filter((name) => name !== undefined) : [];
    this.refusal = "";
    this.blamed = [];
    this.lay(match.view(asked.language), change);
  }

  #drop(): void {
    this.#match?.free();
    this.#match = null;
    this.info = null;
  }
}

/** Tells whether the same game is asked for with one move more. */
function isOneMore(before: Asked, now: Asked): boolean {
  return before.game === now.game && before.position === now.position && now.moves.length === before.moves.length + 1 && before.moves.every((move, i) => move === now.moves[i]);
}
