import { translated, type SolvedComposition } from "@entourage/rules";
import type { FromComposer, ToComposer } from "./compose";
import { loadRules, rulesOf } from "./load";

// Minimum interval between progress reports, in milliseconds.
const INTERVAL_MS = 120;

const scope = self as unknown as { postMessage(message: FromComposer): void };

self.onmessage = async ({ data: { rules, written, spec, position, task, language } }: MessageEvent<ToComposer>) => {
  let told = performance.now();
  const listener = {
    progress(positions: number, turns: number, done: number, total: number): void {
      if (performance.now() - told < INTERVAL_MS) return;
      told = performance.now();
      scope.postMessage({ type: "progress", progress: { positions, turns, done, total } });
    },
  };
  try {
    await loadRules(rules, written);
    const { stipulation, turns, tries, setPlay } = task;
    const text = rulesOf(spec).solve_position(spec, position, stipulation, turns, tries, setPlay, language, listener as never);
    scope.postMessage({ type: "solved", solved: translated<SolvedComposition>(text, language) });
  } catch (thrown) {
    scope.postMessage({ type: "failed", thrown });
  }
};
