import type { LaboratoryReport, LanguageCode } from "../api/types.generated";
import { textModule } from "../rules/rules";
import type { FromTester, ToTester } from "./tester";

/** A game that is to be tried. */
export interface Tried {
  spec: string;
  texts: readonly string[];
  level: number;
  games: number;
  language: LanguageCode;
}

/** After so many plies a game is given up. */
const LONGEST = 300;

/** Lets the computer play a game against itself in a worker, and tells what is found as it goes; the function returned stops it. */
export function tryOut({ spec, texts, level, games, language }: Tried, tell: (done: number, report: LaboratoryReport) => void, fail: (message: string) => void): () => void {
  let worker: Worker | null = null;
  let stopped = false;
  const begin = async () => {
    const module = await textModule();
    if (stopped) return;
    worker = new Worker(new URL("./tester.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromTester>) => {
      if ("failed" in data) fail(data.failed);
      else tell(data.done, data.report);
      if ("failed" in data || data.done === games) worker?.terminate();
    };
    worker.onerror = (event) => {
      worker?.terminate();
      fail(event.message);
    };
    const trial = JSON.stringify({ level, gap: Math.min(2, level - 1), opening: 4, longest: LONGEST, seed: 1 });
    worker.postMessage({ module, spec, texts, trial, games, language } satisfies ToTester);
  };
  begin().catch((thrown: unknown) => fail(String(thrown)));
  return () => {
    stopped = true;
    worker?.terminate();
  };
}
