import type { LaboratoryReport, LanguageCode, Improvement } from "@entourage/rules";
import { info, textModule } from "../rules/rules";
import type { FromTester, Progress, ToTester } from "./tester";

/** A game to test. */
export interface Tried {
  spec: string;
  texts: readonly string[];
  level: number;
  games: number;
  language: LanguageCode;
}

/** Callbacks of a test. */
export interface Told {
  /** Called after some games. */
  report?: (done: number, report: LaboratoryReport) => void;
  /** Called after some games of a search for improvements or a comparison; with the best edits at the end of a round. */
  progress?: (progress: Progress, proposals: Improvement[] | null) => void;
  ended: () => void;
  failed: (message: string) => void;
}

/** Number of plies after which a game is stopped. */
const LONGEST = 300;

/**
 * Plays test games of the computer against itself in a worker and reports progress; the returned function stops it.
 * With `against`, compares the game with these texts; with an empty list, searches for improvements.
 */
export function tryOut({ spec, texts, level, games, language }: Tried, told: Told, against?: readonly string[]): () => void {
  let worker: Worker | null = null;
  let stopped = false;
  const begin = async () => {
    const module = await textModule();
    if (stopped) return;
    worker = new Worker(new URL("./tester.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromTester>) => {
      if ("progress" in data) told.progress?.(data.progress, data.proposals);
      else if ("report" in data) told.report?.(data.done, data.report);
      else {
        worker?.terminate();
        if ("failed" in data) told.failed(data.failed);
        else told.ended();
      }
    };
    worker.onerror = (event) => {
      worker?.terminate();
      told.failed(event.message);
    };
    // Cards are drawn again for each game, to measure their effect.
    const cards = info(spec, language).catalogue?.picks ?? 0;
    const trial = JSON.stringify({ level, gap: Math.min(2, level - 1), opening: 4, longest: LONGEST, seed: 1, cards });
    worker.postMessage({ module, spec, texts: [...texts], trial, games, language, ...(against ? { against: [...against] } : {}) } satisfies ToTester);
  };
  begin().catch((thrown: unknown) => told.failed(String(thrown)));
  return () => {
    stopped = true;
    worker?.terminate();
  };
}
