import type { Enforcement, Draft, Imported, LanguageCode, ReadRecord, Sketch } from "@entourage/rules";
import { failureText, fullRulesOf as rulesOf, translated } from "../rules/rules";
import { settings } from "../settings/settings.svelte";
import { marked } from "./movetext";

/** Parses a position in Entourage's or Game Courier's format, legal or not. */
export function sketch(spec: string, text: string, language: LanguageCode): Sketch {
  return translated<Sketch>(rulesOf(spec).sketch(spec, text, settings.notation === "courier", language), language);
}

/** Formats a board from the editor as a position of its game. */
export function writeDraft(spec: string, draft: Draft): string {
  return rulesOf(spec).draft(spec, JSON.stringify(draft));
}

/** Plays a Game Courier settings file, log or list of turns; throws if it cannot be parsed at all. */
export function importCourier(spec: string, text: string, degree: Enforcement, language: LanguageCode): Imported {
  return translated<Imported>(rulesOf(spec).import_courier(spec, text, degree, settings.notation === "courier", language), language);
}

/** Reads the first game of a PGN; throws if it is invalid. */
export function importRecord(text: string): ReadRecord {
  const spec = /^\s*\[\s*Game\s+"([^"]*)"/m.exec(text)?.[1];
  return JSON.parse(rulesOf(spec ?? "").import_record(marked(text))) as ReadRecord;
}

const sentence = (clause: string) => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;

/**
 * Describes the problem of a position, if any. If the board can be shown, the problem is described by squares; otherwise by its location in the input.
 */
export function sketchProblem({ problem, draft, board }: Sketch): string | null {
  if (problem === null) return null;
  if (problem.kind === "text" && (draft !== null || board !== null)) return sentence(problem.error.problem[settings.language]);
  return failureText(JSON.stringify(problem));
}
