import type { Thought } from "@entourage/rules";

/** A position to search. */
export interface Question {
  spec: string;
  start: string;
  moves: string[];
  /** 1 to the game's highest level, or 0 for full strength. */
  level: number;
  seed: number;
  /** Number of lines to search at full strength; 1 if absent. */
  lines?: number;
}

/** Compiled rules of one or all built-in games. */
export interface CompiledRules {
  module: WebAssembly.Module;
  game: string | null;
}

/** The module for game definitions, and the source of the known definitions. */
export interface Written {
  module: WebAssembly.Module;
  games: [string, readonly string[]][];
}

export type ToWorker =
  | { type: "load"; rules: CompiledRules; written: Written | null }
  | { type: "think"; id: number; question: Question; milliseconds: number }
  | { type: "now"; id: number }
  | { type: "stop"; id: number };

export type FromWorker =
  | { type: "thought"; id: number; thought: Thought }
  | { type: "answer"; id: number; move: string | null }
  | { type: "failed"; id: number; message: string };
