import type { LaboratoryReport, Variation } from "@entourage/rules";

/** What was found of a game by playing it. */
export interface Found {
  /** The game of which the report tells. */
  spec: string;
  /** So many games were played, of so many, at a level. */
  done: number;
  of: number;
  at: number;
  report: LaboratoryReport;
  /** What was found with one number changed. */
  varied: { variation: Variation; report: LaboratoryReport }[];
  /** Whether other numbers were all tried. */
  isVaried: boolean;
}

const PREFIX = "entourage.report.";
/** More of what was found with other numbers is not kept; the report always is, where there is room. */
const MOST_KEPT = 400_000;

/** Keeps what was found of a manuscript's game; where the device has no room, it is found again. */
export function keepReport(manuscript: string, found: Found): void {
  const whole = JSON.stringify(found);
  try {
    localStorage.setItem(PREFIX + manuscript, whole.length <= MOST_KEPT ? whole : JSON.stringify({ ...found, varied: [], isVaried: false }));
  } catch {
    dropReport(manuscript);
  }
}

/** Finds what was kept of a manuscript's game. */
export function reportOf(manuscript: string): Found | null {
  try {
    const found = JSON.parse(localStorage.getItem(PREFIX + manuscript) ?? "null") as Partial<Found> | null;
    const report = found?.report;
    // An earlier page may have kept another shape.
    const lists = [found?.varied, report?.sides, report?.advice, report?.endings, report?.neverEnded, report?.length, report?.kinds, report?.powers, report?.reasons];
    return typeof found?.spec === "string" && lists.every(Array.isArray) ? (found as Found) : null;
  } catch {
    return null;
  }
}

export function dropReport(manuscript: string): void {
  localStorage.removeItem(PREFIX + manuscript);
}
