import { translated, type LaboratoryReport, type LanguageCode, type Improvement } from "@entourage/rules";
import { define, Improver, initSync, Laboratory } from "@entourage/rules/generated/entourage_text.js";

/** The game to test, and the number of games. */
export interface ToTester {
  module: WebAssembly.Module;
  spec: string;
  texts: readonly string[];
  /** The settings of the games, as JSON. */
  trial: string;
  games: number;
  language: LanguageCode;
  /** Searches for improvements instead of testing the game (with an empty list), or compares it with these texts. */
  against?: readonly string[];
}

/** How far a search for improvements is: its stage, the number of edits, and the games of this round. */
export type Progress = [stage: "screen" | "race" | "confirm", edits: number, done: number, of: number];

export type FromTester = { done: number; report: LaboratoryReport } | { progress: Progress; proposals: Improvement[] | null } | { ended: true } | { failed: string };

const scope = self as unknown as { postMessage(message: FromTester): void };
// Number of games between reports.
const SOME = 4;

/** Plays test games and reports on them. */
function tryOut({ spec, texts, trial, games, language }: ToTester): void {
  const laboratory = new Laboratory(spec, JSON.stringify(texts), trial);
  try {
    for (let done = 1; done <= games; done++) {
      laboratory.play(done - 1);
      if (done % SOME === 0 || done === games) scope.postMessage({ done, report: translated<LaboratoryReport>(laboratory.report(language), language) });
    }
  } finally {
    laboratory.free();
  }
}

/** Searches for improvements, or compares two versions. */
function improve({ spec, texts, trial, games }: ToTester, against: readonly string[]): void {
  const improver = new Improver(spec, JSON.stringify(texts), JSON.stringify(against), trial, games);
  const proposals = () => JSON.parse(improver.proposals()) as Improvement[];
  try {
    let progress: Progress | null = null;
    for (let next = improver.play(); next !== undefined; next = improver.play()) {
      progress = JSON.parse(next) as Progress;
      const [, , done, of] = progress;
      if (done % SOME === 0 || done === of) scope.postMessage({ progress, proposals: done === of ? proposals() : null });
    }
    if (progress) scope.postMessage({ progress, proposals: proposals() });
  } finally {
    improver.free();
  }
}

self.onmessage = ({ data }: MessageEvent<ToTester>) => {
  try {
    initSync({ module: data.module });
    define(data.spec, JSON.stringify(data.texts));
    if (data.against) improve(data, data.against);
    else tryOut(data);
    scope.postMessage({ ended: true });
  } catch (thrown) {
    scope.postMessage({ failed: String(thrown) });
  }
};
