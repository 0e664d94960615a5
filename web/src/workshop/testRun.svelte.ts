import type { LaboratoryReport, LanguageCode, Improvement } from "@entourage/rules";
import { failureText } from "../rules/rules";
import { keepReport, reportOf } from "./reports";
import type { Progress } from "./tester";
import { tryOut } from "./testing";

/** Maximum number of games to confirm an edit. */
const MOST_CONFIRMED = 2000;

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

  /** The edits that improve the game: the best so far while `searching`; `null` before the first results. */
  proposals = $state.raw<Improvement[] | null>(null);
  /** The comparison with another version, and the name of that version. */
  compared = $state.raw<{ name: string; proposal: Improvement } | null>(null);
  /** Whether improvements are searched for, or two versions are compared, and how far that is. */
  searching = $state<"no" | "improvements" | "comparison">("no");
  progress = $state.raw<Progress | null>(null);

  readonly #manuscript: string;
  #halt = () => {};

  /** Loads the stored report of a draft. */
  constructor(manuscript: string) {
    this.#manuscript = manuscript;
    const found = reportOf(manuscript);
    if (!found) return;
    [this.spec, this.done, this.of, this.at, this.report] = [found.spec, found.done, found.of, found.at, found.report];
    this.proposals = found.proposals ?? null;
  }

  /** Starts new test games. */
  begin({ spec, texts, language }: Asked): void {
    this.stop();
    [this.done, this.of, this.at, this.spec, this.report, this.problem, this.under] = [0, this.games, this.level, spec, null, "", true];
    [this.proposals, this.compared] = [null, null];
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

  /** Searches for edits that improve the report's game. */
  improve(asked: Asked): void {
    this.proposals = null;
    this.#search("improvements", asked, MOST_CONFIRMED, [], (proposals) => (this.proposals = proposals));
  }

  /** Compares another version with the report's game, in games with the same openings. */
  compare(asked: Asked, name: string, old: readonly string[]): void {
    this.compared = null;
    const present = (proposals: Improvement[]) => (this.compared = proposals[0] ? { name, proposal: proposals[0] } : null);
    // The other version is the old one, so the effect is that of the changes since then.
    this.#search("comparison", asked, this.of, old, present);
  }

  #search(what: "improvements" | "comparison", asked: Asked, games: number, against: readonly string[], present: (proposals: Improvement[]) => void): void {
    this.stop();
    [this.searching, this.progress, this.problem] = [what, null, ""];
    this.#halt = tryOut(
      { ...asked, level: this.at, games },
      {
        progress: (progress, proposals) => {
          this.progress = progress;
          if (proposals) present(proposals);
        },
        ended: () => {
          this.searching = "no";
          this.keep();
        },
        failed: (message) => ([this.problem, this.searching] = [failureText(message), "no"]),
      },
      against,
    );
  }

  /** Stores the results for the next visit. */
  keep(): void {
    const { spec, done, of, at, report, proposals } = this;
    if (report) keepReport(this.#manuscript, { spec, done, of, at, report, proposals });
  }

  /** Stops the games and keeps the results. */
  stop(): void {
    if (this.under || this.searching !== "no") this.keep();
    this.#halt();
    this.#halt = () => {};
    this.under = false;
    this.searching = "no";
  }
}
