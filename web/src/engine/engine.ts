import type { Thought } from "@entourage/rules";
import { compiledRules, idOf, isWritten, writtenRules } from "../rules/rules";
import type { FromWorker, Question, ToWorker } from "./protocol";

/** A running search. */
export interface Search {
  /** Resolves with the move, or `null` if there is none or the search was stopped. */
  answer: Promise<string | null>;
  /** Requests the best move found so far. */
  moveNow(): void;
  stop(): void;
}

/** Runs searches in a worker, one at a time. */
export class Engine {
  #worker: Worker | null = null;
  /** The only built-in game whose rules the worker has; `null` if it has those of all games. */
  #game: string | null = null;
  #lastId = 0;
  #waiting = new Map<number, { tell: (thought: Thought) => void; settle: (move: string | null) => void; fail: (error: Error) => void }>();

  /** Starts the worker with the rules of a game, so that the first search begins sooner. */
  prepare(spec: string): void {
    this.#ready(spec);
  }

  /** Starts a search with a time limit and reports search info; stops a running search. */
  think(question: Question, milliseconds: number, tell: (thought: Thought) => void): Search {
    const id = ++this.#lastId;
    for (const older of [...this.#waiting.keys()]) this.#stop(older);
    const answer = new Promise<string | null>((settle, fail) => {
      this.#waiting.set(id, { tell, settle, fail });
    });
    this.#ready(question.spec).postMessage({ type: "think", id, question, milliseconds } satisfies ToWorker);
    return {
      answer,
      moveNow: () => this.#send({ type: "now", id }),
      stop: () => this.#stop(id),
    };
  }

  /** Terminates the worker. */
  close(): void {
    for (const id of [...this.#waiting.keys()]) this.#stop(id);
    this.#end();
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }

  #stop(id: number): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    this.#send({ type: "stop", id });
    waiting.settle(null);
  }

  #send(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  #ready(spec: string): Worker {
    if (this.#game !== null && this.#game !== idOf(spec)) this.#end();
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
    worker.onerror = (event) => {
      for (const { fail } of this.#waiting.values()) fail(new Error(event.message));
      this.#waiting.clear();
      this.#end();
    };
    const rules = compiledRules(spec);
    this.#game = rules.game;
    worker.postMessage({ type: "load", rules, written: writtenRules() } satisfies ToWorker);
    this.#worker = worker;
    return worker;
  }

  #hear(message: FromWorker): void {
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    switch (message.type) {
      case "thought":
        waiting.tell(message.thought);
        return;
      case "answer":
        this.#waiting.delete(message.id);
        waiting.settle(message.move);
        return;
      case "failed":
        this.#waiting.delete(message.id);
        waiting.fail(new Error(message.message));
    }
  }
}
