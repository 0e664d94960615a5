import type { LanguageCode, Review } from "@entourage/rules";
import { compiledModule, loadAll, writtenRules } from "../rules/rules";
import type { CompiledRules, Written } from "./protocol";

/** A game to analyse. */
export interface Played {
  spec: string;
  start: string;
  moves: string[];
  /** Whether to use Game Courier's notation. */
  courier: boolean;
  language: LanguageCode;
}

export type ToReviewer = { rules: CompiledRules; written: Written | null; game: Played };
export type FromReviewer = { type: "review"; review: Review } | { type: "failed"; message: string };

/** Analyses a game in its own worker and reports progress; the returned function stops it. */
export function lookBack(game: Played, tell: (review: Review) => void, fail: (message: string) => void): () => void {
  const worker = new Worker(new URL("./reviewer.ts", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<FromReviewer>) => {
    if (data.type === "review") tell(data.review);
    else fail(data.message);
    if (data.type === "failed" || data.review.done === data.review.of) worker.terminate();
  };
  worker.onerror = (event) => {
    worker.terminate();
    fail(event.message);
  };
  const start = () => worker.postMessage({ rules: { module: compiledModule(), game: null }, written: writtenRules(), game } satisfies ToReviewer);
  loadAll().then(start, (thrown: unknown) => fail(String(thrown)));
  return () => worker.terminate();
}
