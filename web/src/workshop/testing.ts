import type { LaboratoryReport, LanguageCode, Variation } from "@entourage/rules";
import { info, textModule } from "../rules/rules";
import type { FromTester, ToTester } from "./tester";

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
  /** Called after a text with one changed number. */
  varied?: (variation: Variation, report: LaboratoryReport) => void;
  ended: () => void;
  failed: (message: string) => void;
}

/** Number of plies after which a game is stopped. */
const LONGEST = 300;
/** Maximum number of changed texts. */
const MOST_VARIED = 16;

/** Plays test games of the computer against itself in a worker and reports progress; the returned function stops it. */
export const tryOut = (tried: Tried, told: Told): (() => void) => employ(tried, Math.min(2, tried.level - 1), told);

/** Tests the game with one number changed at a time; the returned function stops it. */
export const tryVaried = (tried: Tried, told: Told): (() => void) => employ(tried, 0, told, MOST_VARIED);

function employ({ spec, texts, level, games, language }: Tried, gap: number, told: Told, varied?: number): () => void {
  let worker: Worker | null = null;
  let stopped = false;
  const begin = async () => {
    const module = await textModule();
    if (stopped) return;
    worker = new Worker(new URL("./tester.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromTester>) => {
      if ("varied" in data) told.varied?.(data.varied, data.report);
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
    const trial = JSON.stringify({ level, gap, opening: 4, longest: LONGEST, seed: 1, cards });
    worker.postMessage({ module, spec, texts: [...texts], trial, games, language, ...(varied === undefined ? {} : { varied }) } satisfies ToTester);
  };
  begin().catch((thrown: unknown) => told.failed(String(thrown)));
  return () => {
    stopped = true;
    worker?.terminate();
  };
}
