import type { Thought } from "@entourage/rules";
import { Engine, type Search } from "../engine/engine";
import type { Question } from "../engine/protocol";

// A computer's move is shown at least this long after the person's, so that both can be followed.
const LEAST_WAIT = 650;
// The levels bound themselves; this only keeps a slow device from thinking for ever.
const MOVE_TIME = 15_000;
// A hint comes as soon as the computer's own moves do.
const HINT_TIME = 700;

/** What the engine thinks for this game: the computer's moves and the person's hints. */
export class Thinking {
  /** What is being thought about, if anything. */
  task = $state<"move" | "hint" | null>(null);
  thought = $state.raw<Thought | null>(null);

  #engine = new Engine();
  #search: Search | null = null;

  /** Thinks of the computer's move; `null` if it was stopped or there is none. */
  async move(question: Question): Promise<string | null> {
    const began = Date.now();
    const move = await this.#think("move", question, MOVE_TIME);
    const left = LEAST_WAIT - (Date.now() - began);
    if (move !== null && left > 0) await new Promise((resolve) => window.setTimeout(resolve, left));
    return move;
  }

  /** Thinks of a good move for the person. */
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
