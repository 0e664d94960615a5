import type { LaboratoryReport, LanguageCode, Variation } from "@entourage/rules";
import { failureText } from "../rules/rules";
import { keepReport, reportOf } from "./reports";
import { tryOut, tryVaried } from "./testing";

/** A game to test. */
interface Asked {
  spec: string;
  texts: readonly string[];
  language: LanguageCode;
}

/** The test report of a draft; it outlives the view, changes of the text, and the page. */
export class TestRun {
  games = $state(40);
  level = $state(2);
  /** Number of games played, their total, and the level. */
  done = $state(0);
  of = $state(0);
  at = $state(0);
  /** Whether games are running. */
  under = $state(false);
  problem = $state("");
  report = $state.raw<LaboratoryReport | null>(null);
  /** The game of the report. */
  spec = $state("");

  /** Reports with one number changed. */
  varied = $state.raw<{ variation: Variation; report: LaboratoryReport }[]>([]);
  /** Whether other numbers are being tested, or have all been tested. */
  varies = $state<"no" | "now" | "done">("no");

  readonly #manuscript: string;
  #halt = () => {};

  /** Loads the stored report of a draft. */
  constructor(manuscript: string) {
    this.#manuscript = manuscript;
    const found = reportOf(manuscript);
    if (!found) return;
    [this.spec, this.done, this.of, this.at, this.report] = [found.spec, found.done, found.of, found.at, found.report];
    [this.varied, this.varies] = [found.varied, found.isVaried ? "done" : "no"];
  }

  /** Starts new test games. */
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

  /** Tests the report's game with one number changed at a time. */
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

  /** Stores the results for the next visit. */
  keep(): void {
    const { spec, done, of, at, report, varied, varies } = this;
    if (report) keepReport(this.#manuscript, { spec, done, of, at, report, varied, isVaried: varies === "done" });
  }

  /** Stops the games and keeps the results. */
  stop(): void {
    if (this.under || this.varies === "now") this.keep();
    this.#halt();
    this.#halt = () => {};
    this.under = false;
    if (this.varies === "now") this.varies = "no";
  }
}
