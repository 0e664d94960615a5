import type { Degree, Draft, Imported, LanguageCode, ReadRecord, Sketch } from "@entourage/rules";
import { failureText, rulesOf } from "../rules/rules";
import { settings } from "../settings/settings.svelte";
import { marked } from "./movetext";

/** Reads a position of ours or in Game Courier's form, whether or not the rules allow it. */
export function sketch(spec: string, text: string, language: LanguageCode): Sketch {
  return JSON.parse(rulesOf(spec).sketch(spec, text, settings.notation === "courier", language)) as Sketch;
}

/** Writes a board set up by hand as its game writes positions. */
export function writeDraft(spec: string, draft: Draft): string {
  return rulesOf(spec).draft(spec, JSON.stringify(draft));
}

/** Plays a settings file, a log or turns of Game Courier's players in a game of a degree; throws where nothing of it can be read. */
export function importCourier(spec: string, text: string, degree: Degree, language: LanguageCode): Imported {
  return JSON.parse(rulesOf(spec).import_courier(spec, text, degree, settings.notation === "courier", language)) as Imported;
}

/** Reads the first game of a record; throws what is wrong with it. */
export function importRecord(text: string): ReadRecord {
  const spec = /^\s*\[\s*Game\s+"([^"]*)"/m.exec(text)?.[1];
  return JSON.parse(rulesOf(spec ?? "").import_record(marked(text))) as ReadRecord;
}

const sentence = (clause: string) => `${clause.charAt(0).toLocaleUpperCase()}${clause.slice(1)}.`;

/**
 * Says what is wrong with a position, if anything is. Where the text says what stands where the board shows what is
 * meant; otherwise the place in the text is named.
 */
export function sketchProblem({ problem, draft, board }: Sketch): string | null {
  if (problem === null) return null;
  if (problem.kind === "text" && (draft !== null || board !== null)) return sentence(problem.error.problem[settings.language]);
  return failureText(JSON.stringify(problem));
}
