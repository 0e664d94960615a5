import type { Thinker } from "@entourage/rules/generated/entourage_wasm.js";
import type { Thought } from "@entourage/rules";
import { loadRules, rulesOf } from "./load";
import type { FromWorker, ToWorker } from "./protocol";

// A busy worker cannot receive "stop": it searches in slices of this many milliseconds and handles messages in between.
const SLICE = 20;
// Minimum interval between progress reports, in milliseconds.
const TELL = 120;

interface Task {
  id: number;
  thinker: Thinker;
  deadline: number;
  nodes: number;
  told: number;
  best: string | null;
  now: boolean;
}

let task: Task | null = null;
const channel = new MessageChannel();
const scope = self as unknown as { postMessage(message: FromWorker): void };

function stop(): void {
  task?.thinker.free();
  task = null;
}

let ticking = false;

function tick(): void {
  if (ticking) return;
  ticking = true;
  channel.port2.postMessage(null);
}

function slice(): void {
  ticking = false;
  const current = task;
  if (!current) return;
  try {
    const began = performance.now();
    const thought = JSON.parse(current.thinker.advance(current.nodes)) as Thought;
    const ended = performance.now();
    current.best = thought.best;
    const took = Math.max(ended - began, 0.5);
    current.nodes = Math.round(Math.min(Math.max((current.nodes * SLICE) / took, 200), current.nodes * 4, 4_000_000));
    const over = thought.done || (thought.best !== null && (current.now || ended >= current.deadline));
    if (over || ended - current.told > TELL) {
      current.told = ended;
      scope.postMessage({ type: "thought", id: current.id, thought });
    }
    if (!over) {
      tick();
      return;
    }
    stop();
    scope.postMessage({ type: "answer", id: current.id, move: thought.best });
  } catch (thrown) {
    stop();
    fail(current.id, thrown);
  }
}

channel.port1.onmessage = slice;

/** Resolves once the rules are started and all earlier messages are handled. */
let ready: Promise<void> = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === "load") ready = loadRules(data.rules, data.written);
  else
    ready = ready.then(
      () => handle(data),
      (thrown: unknown) => {
        if (data.type === "think") fail(data.id, thrown);
        throw thrown;
      },
    );
};

function handle(message: Exclude<ToWorker, { type: "load" }>): void {
  switch (message.type) {
    case "think":
      stop();
      try {
        think(message);
      } catch (thrown) {
        fail(message.id, thrown);
      }
      return;
    case "now":
      if (task?.id === message.id) task.now = true;
      return;
    case "stop":
      if (task?.id === message.id) stop();
  }
}

function think({ id, question, milliseconds }: Extract<ToWorker, { type: "think" }>): void {
  const { spec, start, moves, level, seed, lines = 1 } = question;
  task = {
    id,
    thinker: new (rulesOf(spec).Thinker)(spec, start, moves, level, seed, lines),
    deadline: performance.now() + milliseconds,
    nodes: 500,
    told: -Infinity,
    best: null,
    now: false,
  };
  tick();
}

function fail(id: number, thrown: unknown): void {
  scope.postMessage({ type: "failed", id, message: String(thrown) });
}
