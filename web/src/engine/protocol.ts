import type { Thought } from "@entourage/rules";

/** What is to be thought about. */
export interface Question {
  spec: string;
  start: string;
  moves: string[];
  /** 1 to the game's levels, or 0 for full strength. */
  level: number;
  seed: number;
}

/** The rules of games written as text, and the texts that they know. */
export interface Written {
  module: WebAssembly.Module;
  games: [string, readonly string[]][];
}

export type ToWorker =
  | { type: "load"; module: WebAssembly.Module; written: Written | null }
  | { type: "think"; id: number; question: Question; milliseconds: number }
  | { type: "now"; id: number }
  | { type: "stop"; id: number };

export type FromWorker =
  | { type: "thought"; id: number; thought: Thought }
  | { type: "answer"; id: number; move: string | null }
  | { type: "failed"; id: number; message: string };
