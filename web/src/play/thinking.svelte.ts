import type { Thought } from "@entourage/rules";
import { Engine, type Search } from "../engine/engine";
import type { Question } from "../engine/protocol";

// Minimum delay of the computer's move after the user's, in milliseconds, so that both can be followed.
const LEAST_WAIT = 650;
// Time limit of the computer's move, in milliseconds; levels have their own limits, so this matters only on slow devices.
const MOVE_TIME = 15_000;
// Time limit of a hint, in milliseconds.
const HINT_TIME = 700;

/** Searches for this game: the computer's moves and hints. */
export class Thinking {
  /** The running search, if any. */
  task = $state<"move" | "hint" | null>(null);
  thought = $state.raw<Thought | null>(null);

  #engine = new Engine();
  #search: Search | null = null;

  /** Computes the computer's move; `null` if stopped or if there is none. */
  async move(question: Question): Promise<string | null> {
    const began = Date.now();
    const move = await this.#think("move", question, MOVE_TIME);
    const left = LEAST_WAIT - (Date.now() - began);
    if (move !== null && left > 0) await new Promise((resolve) => window.setTimeout(resolve, left));
    return move;
  }

  /** Computes a hint. */
  hint(question: Question): Promise<string | null> {
    return this.#think("hint", question, HINT_TIME);
  }

  moveNow(): void {
    this.#search?.moveNow();
  }

  stop(): void {
    this.#search?.stop();
    this.#search = null;
    this.task = null;
    this.thought = null;
  }

  close(): void {
    this.stop();
    this.#engine.close();
  }

  async #think(task: "move" | "hint", question: Question, milliseconds: number): Promise<string | null> {
    this.stop();
    this.task = task;
    const search = this.#engine.think(question, milliseconds, (thought) => {
      if (this.#search === search) this.thought = thought;
    });
    this.#search = search;
    try {
      const move = await search.answer;
      return this.#search === search ? move : null;
    } finally {
      if (this.#search === search) {
        this.#search = null;
        this.task = null;
      }
    }
  }
}
