import type { LaboratoryReport, Improvement } from "@entourage/rules";

/** The stored test results of a game. */
export interface Found {
  /** The game of the report. */
  spec: string;
  /** Number of games played, their total, and the level. */
  done: number;
  of: number;
  at: number;
  report: LaboratoryReport;
  /** The edits that improve the game; `null` if the search has not ended. */
  proposals: Improvement[] | null;
}

const PREFIX = "entourage.report.";
/** Maximum size of stored reports with proposals; the report itself is stored whenever there is room. */
const MOST_KEPT = 400_000;

/** Stores the test results of a draft, if there is room. */
export function keepReport(manuscript: string, found: Found): void {
  const whole = JSON.stringify(found);
  try {
    localStorage.setItem(PREFIX + manuscript, whole.length <= MOST_KEPT ? whole : JSON.stringify({ ...found, proposals: null }));
  } catch {
    dropReport(manuscript);
  }
}

/** Returns the stored test results of a draft. */
export function reportOf(manuscript: string): Found | null {
  try {
    const found = JSON.parse(localStorage.getItem(PREFIX + manuscript) ?? "null") as Partial<Found> | null;
    const report = found?.report;
    // An older version may have stored another format.
    const lists = [found?.proposals ?? [], report?.sides, report?.advice, report?.endings, report?.neverEnded, report?.length, report?.kinds, report?.powers, report?.reasons];
    return typeof found?.spec === "string" && lists.every(Array.isArray) ? (found as Found) : null;
  } catch {
    return null;
  }
}

export function dropReport(manuscript: string): void {
  localStorage.removeItem(PREFIX + manuscript);
}
