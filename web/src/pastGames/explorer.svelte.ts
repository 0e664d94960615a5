import type { MoveView } from "@entourage/rules";
import { OwnBoard } from "@entourage/board/ownBoard";
import { Match } from "../rules/rules";
import { settings } from "../settings/settings.svelte";

/** A board for exploring openings: moves played there are reported, and the line is set from outside. */
export class Explorer extends OwnBoard {
  /** Start and end of the last move. */
  last = $state.raw<string[]>([]);
  readonly spec: string;
  /** The moves in the game's notation. */
  readable = $state.raw<string[]>([]);

  #match: Match;
  #onmove: (text: string) => void;

  /** `onmove` is called with a move that the user plays. */
  constructor(spec: string, onmove: (text: string) => void) {
    super();
    this.spec = spec;
    this.#onmove = onmove;
    this.#match = new Match(spec);
    this.#read(null);
  }

  /** Goes to the end of a line, or as far as its moves are legal. */
  go(line: readonly string[]): void {
    const played = this.#match.moves();
    const goes = line.length === played.length + 1 && played.every((text, index) => text === line[index]);
    if (!goes) {
      this.#match.free();
      this.#match = new Match(this.spec);
      this.last = [];
      for (const text of line.slice(0, -1)) if (!this.#step(text)) break;
      this.#read(null);
    }
    const text = line.at(-1);
    const move = this.view.moves.find((one) => one.text === text);
    if (move && this.#step(move.text)) {
      this.#read(goes ? { effects: move.effects, legs: move.legs, back: false } : null);
      this.last = [move.legs[0], move.legs.at(-1)].filter((name) => name !== undefined);
    }
    this.readable = this.#match.record(settings.language).map((one) => one.written ?? one.text);
  }

  /** Handles a click on a square or a drop there. */
  press(square: string, dropped: boolean): void {
    this.enter(square, dropped);
  }

  play(move: MoveView): void {
    this.#onmove(move.text);
  }

  letGo(): void {
    this.clicks = [];
    this.options = null;
  }

  free(): void {
    this.#match.free();
  }

  protected refuse(): void {
    this.clicks = [];
  }

  #step(text: string): boolean {
    try {
      this.#match.play(text, settings.language);
      return true;
    } catch {
      // The rules have changed since; the line ends here.
      return false;
    }
  }

  #read(change: Parameters<OwnBoard["lay"]>[1]): void {
    this.lay(this.#match.view(settings.language), change);
  }
}
