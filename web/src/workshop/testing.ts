import type { LaboratoryReport, LanguageCode, Variation } from "@entourage/rules";
import { info, textModule } from "../rules/rules";
import type { FromTester, ToTester } from "./tester";

/** A game that is to be tried. */
export interface Tried {
  spec: string;
  texts: readonly string[];
  level: number;
  games: number;
  language: LanguageCode;
}

/** What is told of games that are tried. */
export interface Told {
  /** Some games were played. */
  report?: (done: number, report: LaboratoryReport) => void;
  /** A text that differs by one number was tried. */
  varied?: (variation: Variation, report: LaboratoryReport) => void;
  ended: () => void;
  failed: (message: string) => void;
}

/** After so many plies a game is given up. */
const LONGEST = 300;
/** So many texts that differ by one number are tried at most. */
const MOST_VARIED = 16;

/** Lets the computer play a game against itself in a worker, and tells what is found as it goes; the function returned stops it. */
export const tryOut = (tried: Tried, told: Told): (() => void) => employ(tried, Math.min(2, tried.level - 1), told);

/** Lets the computer play what the game would be with one number changed, one after the other; the function returned stops it. */
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
    // Where there are cards to choose each game is played with others: what they bring is what one wants to know of them.
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
