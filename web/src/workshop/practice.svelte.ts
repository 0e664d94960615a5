import type { MoveView, Side } from "@entourage/rules";
import type { PressManner } from "@entourage/board/scene";
import { Trial } from "../diagram/trial.svelte";
import { Thinking } from "../play/thinking.svelte";
import { failureText } from "../rules/rules";

/** A board on which a game that is being written is tried: by hand for both sides, or against the computer. */
export class Practice extends Trial {
  /** The side that the computer plays; nobody where both are moved by hand. */
  computer = $state<Side | null>(null);
  level = $state(3);
  /** Why the computer does not move, if it failed. */
  problem = $state("");
  readonly thinking = new Thinking();

  #spec: string;
  /** Whether the board is gone: what the computer thought of is played no more. */
  #gone = false;

  constructor(spec: string, start: string) {
    super({ spec, position: start, moves: [] });
    this.#spec = spec;
  }

  override press(square: string, manner: PressManner): void {
    const piece = this.view.pieces.find((one) => one.square === square);
    // The computer's pieces are moved by nobody else.
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

  /** Takes back the last move, and the computer's answer with it. */
  override takeBack(): boolean {
    this.thinking.stop();
    const taken = super.takeBack();
    if (taken && this.computer === this.view.side) super.takeBack();
    return taken;
  }

  /** Plays moves of before as far as they are still legal. */
  goOn(moves: readonly string[]): void {
    for (const text of moves) {
      const move = this.view.moves.find((one) => one.text === text);
      if (!move) break;
      super.play(move);
    }
    this.told = null;
  }

  /** Lets the computer move, if it is its turn. */
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
