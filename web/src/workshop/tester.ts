import { translated, type LaboratoryReport, type LanguageCode, type Variation } from "@entourage/rules";
import { define, forget, initSync, Laboratory, name_of, vary } from "@entourage/rules/generated/entourage_text.js";

/** The game to test, and the number of games. */
export interface ToTester {
  module: WebAssembly.Module;
  spec: string;
  texts: readonly string[];
  /** The settings of the games, as JSON. */
  trial: string;
  games: number;
  language: LanguageCode;
  /** Tests this number of texts that differ by one number instead of the game itself. */
  varied?: number;
}

export type FromTester = { done: number; report: LaboratoryReport } | { varied: Variation; report: LaboratoryReport } | { ended: true } | { failed: string };

const scope = self as unknown as { postMessage(message: FromTester): void };
// Number of games between reports.
const SOME = 4;

/** Plays test games and returns the report; reports progress to a listener. */
function tryOut(spec: string, texts: readonly string[], { trial, games, language }: ToTester, listens: boolean): LaboratoryReport {
  const laboratory = new Laboratory(spec, JSON.stringify(listens ? texts : []), trial);
  const report = () => translated<LaboratoryReport>(laboratory.report(language), language);
  try {
    for (let number = 0; number < games; number++) {
      laboratory.play(number);
      const done = number + 1;
      if (listens && (done % SOME === 0 || done === games)) scope.postMessage({ done, report: report() });
    }
    return report();
  } finally {
    laboratory.free();
  }
}

/** Tests the playable texts that differ by one number. */
function tryVariations(asked: ToTester, most: number): void {
  const [own = "", ...behind] = asked.texts;
  let tried = 0;
  for (const varied of JSON.parse(vary(own)) as Variation[]) {
    if (tried === most) break;
    const texts = [varied.text, ...behind];
    const spec = name_of(JSON.stringify(texts));
    try {
      define(spec, JSON.stringify(texts));
    } catch {
      // Not a valid game with this number.
      continue;
    }
    tried += 1;
    scope.postMessage({ varied, report: tryOut(spec, texts, asked, false) });
    forget(spec);
  }
}

self.onmessage = ({ data }: MessageEvent<ToTester>) => {
  try {
    initSync({ module: data.module });
    define(data.spec, JSON.stringify(data.texts));
    if (data.varied === undefined) tryOut(data.spec, data.texts, data, true);
    else tryVariations(data, data.varied);
    scope.postMessage({ ended: true });
  } catch (thrown) {
    scope.postMessage({ failed: String(thrown) });
  }
};
