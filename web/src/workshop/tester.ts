import type { LaboratoryReport, LanguageCode } from "../api/types.generated";
import { define, initSync, report, try_out } from "../generated/entourage_text.js";

/** The game to be tried, and how often. */
export interface ToTester {
  module: WebAssembly.Module;
  spec: string;
  texts: readonly string[];
  /** How games are played, as JSON. */
  trial: string;
  games: number;
  language: LanguageCode;
}

export type FromTester = { done: number; report: LaboratoryReport } | { failed: string };

const scope = self as unknown as { postMessage(message: FromTester): void };
// What is counted is told after so many games.
const SOME = 4;

self.onmessage = ({ data: { module, spec, texts, trial, games, language } }: MessageEvent<ToTester>) => {
  try {
    initSync({ module });
    define(spec, JSON.stringify(texts));
    const notes: string[] = [];
    for (let number = 0; number < games; number++) {
      notes.push(try_out(spec, trial, number));
      const done = number + 1;
      if (done % SOME === 0 || done === games) scope.postMessage({ done, report: JSON.parse(report(spec, trial, `[${notes.join()}]`, language)) as LaboratoryReport });
    }
  } catch (thrown) {
    scope.postMessage({ failed: String(thrown) });
  }
};
