import type { LanguageCode, SolvedComposition } from "@entourage/rules";
import { compiledModule, loadAll, writtenRules } from "../rules/rules";
import type { CompiledRules, Written } from "./protocol";

export const STIPULATIONS = ["win", "draw", "self", "help", "series"] as const;
export type Stipulation = (typeof STIPULATIONS)[number];

/** What to search for in a position. */
export interface Task {
  stipulation: Stipulation;
  turns: number;
  /** Maximum number of refutations of a try; 0 for no tries. */
  tries: number;
  /** Whether to search for solutions that begin with the other side's turn. */
  setPlay: boolean;
}

/** How far a search has got: the positions examined, the number of turns, and the first moves examined and in all. */
export interface Progress {
  positions: number;
  turns: number;
  done: number;
  total: number;
}

export type ToComposer = { rules: CompiledRules; written: Written | null; spec: string; position: string; task: Task; language: LanguageCode };
export type FromComposer = { type: "progress"; progress: Progress } | { type: "solved"; solved: SolvedComposition } | { type: "failed"; thrown: unknown };

/** Solves a position as a composition in its own worker; the returned function stops it. */
export function solveComposition(spec: string, position: string, task: Task, language: LanguageCode, tell: (message: FromComposer) => void): () => void {
  const worker = new Worker(new URL("./composer.ts", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<FromComposer>) => {
    if (data.type !== "progress") worker.terminate();
    tell(data);
  };
  worker.onerror = (event) => {
    worker.terminate();
    tell({ type: "failed", thrown: event.message });
  };
  const start = () => worker.postMessage({ rules: { module: compiledModule(), game: null }, written: writtenRules(), spec, position, task, language } satisfies ToComposer);
  loadAll().then(start, (thrown: unknown) => tell({ type: "failed", thrown }));
  return () => worker.terminate();
}
