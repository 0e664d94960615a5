import { failureText, info as readInfo, load, Match, type GameInfo, type LanguageCode, type MoveView, type Notation } from "@entourage/rules";
import { OwnBoard } from "./ownBoard.svelte";
import type { Scene } from "./scene";

/** What an element should show. */
export interface Asked {
  game: string;
  /** The starting position; `undefined` for the standard one. */
  position: string | undefined;
  moves: readonly string[];
  language: LanguageCode;
  notation: Notation;
  /** Whose pieces the user can move. */
  hands: "none" | "both" | "1" | "2";
}

/** A match in the element's notation. */
class Spoken extends Match {
  voice: Notation = "ours";

  override get notation(): Notation {
    return this.voice;
  }
}

/** The state of an element: a game after some moves, which the user may continue. */
export class Shown extends OwnBoard {
  info = $state.raw<GameInfo | null>(null);
  /** Why nothing is shown. */
  problem = $state("");
  /** Why the last attempted move is illegal. */
  refusal = $state("");
  blamed = $state.raw<string[]>([]);
  /** Start and end of the last move. */
  last = $state.raw<string[]>([]);

  #match: Spoken | null = null;
  #asked: Asked | null = null;
  /** Called when the user makes a move. */
  #onmove: (moves: string[]) => void;

  constructor(onmove: (moves: string[]) => void) {
    super();
    this.#onmove = onmove;
  }

  get language(): LanguageCode {
    return this.#asked?.language ?? "en";
  }

  /** Loads the rules and shows a game; a single added move is animated. */
  async show(asked: Asked): Promise<void> {
    const before = this.#asked;
    this.#asked = asked;
    try {
      await load(asked.game);
      // Something else may have been requested in the meantime.
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

/** Returns whether the same game is requested with one more move. */
function isOneMore(before: Asked, now: Asked): boolean {
  return before.game === now.game && before.position === now.position && now.moves.length === before.moves.length + 1 && before.moves.every((move, i) => move === now.moves[i]);
}
