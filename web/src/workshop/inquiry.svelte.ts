import type { LaboratoryReport, LanguageCode, Variation } from "@entourage/rules";
import { failureText } from "../rules/rules";
import { keepReport, reportOf } from "./reports";
import { tryOut, tryVaried } from "./testing";

/** A game as it is to be tried. */
interface Asked {
  spec: string;
  texts: readonly string[];
  language: LanguageCode;
}

/** What was found of a game by playing it: it outlives the view that shows it, the text of which it tells, and the page. */
export class Inquiry {
  games = $state(40);
  level = $state(2);
  /** How many games were played, of how many, at which level. */
  done = $state(0);
  of = $state(0);
  at = $state(0);
  /** Whether games are played now. */
  under = $state(false);
  problem = $state("");
  report = $state.raw<LaboratoryReport | null>(null);
  /** The game of which the report tells. */
  spec = $state("");

  /** What was found with one number changed. */
  varied = $state.raw<{ variation: Variation; report: LaboratoryReport }[]>([]);
  /** Whether other numbers are tried now, or were all tried. */
  varies = $state<"no" | "now" | "done">("no");

  readonly #manuscript: string;
  #halt = () => {};

  /** Goes on from what was found of a manuscript's game before. */
  constructor(manuscript: string) {
    this.#manuscript = manuscript;
    const found = reportOf(manuscript);
    if (!found) return;
    [this.spec, this.done, this.of, this.at, this.report] = [found.spec, found.done, found.of, found.at, found.report];
    [this.varied, this.varies] = [found.varied, found.isVaried ? "done" : "no"];
  }

  /** Plays the game anew. */
  begin({ spec, texts, language }: Asked): void {
    this.stop();
    [this.done, this.of, this.at, this.spec, this.report, this.problem, this.under] = [0, this.games, this.level, spec, null, "", true];
    [this.varied, this.varies] = [[], "no"];
    this.#halt = tryOut(
      { spec, texts, level: this.at, games: this.of, language },
      {
        report: (done, report) => ([this.done, this.report] = [done, report]),
        ended: () => {
          this.under = false;
          this.keep();
        },
        failed: (message) => ([this.problem, this.under] = [failureText(message), false]),
      },
    );
  }

  /** Plays the game of the report with one number changed at a time. */
  vary({ spec, texts, language }: Asked): void {
    this.stop();
    [this.varied, this.varies, this.problem] = [[], "now", ""];
    this.#halt = tryVaried(
      { spec, texts, level: this.at, games: this.of, language },
      {
        varied: (variation, report) => (this.varied = [...this.varied, { variation, report }]),
        ended: () => {
          this.varies = "done";
          this.keep();
        },
        failed: (message) => ([this.problem, this.varies] = [failureText(message), "no"]),
      },
    );
  }

  /** Keeps what was found so far for when the page is opened again. */
  keep(): void {
    const { spec, done, of, at, report, varied, varies } = this;
    if (report) keepReport(this.#manuscript, { spec, done, of, at, report, varied, isVaried: varies === "done" });
  }

  /** Plays no more; what was found stays. */
  stop(): void {
    if (this.under || this.varies === "now") this.keep();
    this.#halt();
    this.#halt = () => {};
    this.under = false;
    if (this.varies === "now") this.varies = "no";
  }
}
