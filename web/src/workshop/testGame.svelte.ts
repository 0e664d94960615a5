import type { MoveView, Side } from "@entourage/rules";
import type { PressManner } from "@entourage/board/scene";
import { Trial } from "../diagram/trial.svelte";
import { Thinking } from "../play/thinking.svelte";
import { failureText } from "../rules/rules";

/** A board for playing a game in development, with both sides or against the computer. */
export class TestGame extends Trial {
  /** The computer's side; `null` if the user plays both sides. */
  computer = $state<Side | null>(null);
  level = $state(3);
  /** Why the computer failed to move. */
  problem = $state("");
  readonly thinking = new Thinking();

  #spec: string;
  /** Whether the board is gone, so that a late move of the computer is ignored. */
  #gone = false;

  constructor(spec: string, start: string) {
    super({ spec, position: start, moves: [] });
    this.#spec = spec;
  }

  override press(square: string, manner: PressManner): void {
    const piece = this.view.pieces.find((one) => one.square === square);
    // The user cannot move the computer's pieces.
    if (!this.mayMove() || (this.computer !== null && this.clicks.length === 0 && piece !== undefined && piece.side === this.computer)) return;
    super.press(square, manner);
  }

  override play(move: MoveView): void {
    super.play(move);
    void this.answer();
  }

  override putBack(): void {
    this.thinking.stop();
    super.putBack();
    void this.answer();
  }

  /** Takes back the last move together with the computer's reply. */
  override takeBack(): boolean {
    this.thinking.stop();
    const taken = super.takeBack();
    if (taken && this.computer === this.view.side) super.takeBack();
    return taken;
  }

  /** Replays earlier moves as far as they are still legal. */
  goOn(moves: readonly string[]): void {
    for (const text of moves) {
      const move = this.view.moves.find((one) => one.text === text);
      if (!move) break;
      super.play(move);
    }
    this.told = null;
  }

  /** Plays the computer's move if it is its turn. */
  async answer(): Promise<void> {
    this.problem = "";
    if (this.computer !== this.view.side || this.view.ended) return;
    const { start, moves } = this.story;
    try {
      const text = await this.thinking.move({ spec: this.#spec, start, moves, level: this.level, seed: Math.floor(Math.random() * 2 ** 32) });
      const move = this.#gone ? undefined : this.view.moves.find((one) => one.text === text);
      if (move) this.play(move);
    } catch (thrown) {
      if (!this.#gone) this.problem = failureText(thrown);
    }
  }

  protected override mayMove(): boolean {
    return this.computer === null || this.computer !== this.view.side;
  }

  override free(): void {
    this.#gone = true;
    this.thinking.close();
    super.free();
  }
}
