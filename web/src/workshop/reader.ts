import type { Examination, Sheet, SheetEdit } from "@entourage/rules";
import { borrow_art, examine, fill_in, format, initSync, sheet, skeleton } from "@entourage/rules/generated/entourage_text.js";

/** A request to the reader. */
export interface Question {
  id: number;
  text: string;
  library: string;
  language: string;
  /** Whether to report warnings as well as errors. */
  thorough: boolean;
  /** Whether to return only the formatted text. */
  format?: boolean;
  /** Whether to return the form's data, after applying an edit if there is one. */
  fillIn?: SheetEdit | "nothing";
  /** Converts a Game Courier preset to a text with this name and title. */
  skeleton?: { id: string; title: string };
}

/** The rules module for game definitions, and the available pictures as JSON. */
export interface ReaderSetup {
  module: WebAssembly.Module;
  pictures: string;
}

export type ToReader = ReaderSetup | Question;
export type FromReader = { id: number; found: Examination } | { id: number; formatted: string | null } | { id: number; text: string; sheet: Sheet | null } | { id: number; failed: string };

const scope = self as unknown as { postMessage(message: FromReader): void };

self.onmessage = ({ data }: MessageEvent<ToReader>) => {
  if ("module" in data) {
    initSync({ module: data.module });
    borrow_art(data.pictures);
    return;
  }
  const { id, text, library, language, thorough } = data;
  try {
    if (data.skeleton) scope.postMessage({ id, text: skeleton(text, data.skeleton.id, data.skeleton.title), sheet: null });
    else if (data.fillIn) {
      const filled = data.fillIn === "nothing" ? text : fill_in(text, library, JSON.stringify(data.fillIn));
      scope.postMessage({ id, text: filled, sheet: JSON.parse(sheet(filled, library)) as Sheet });
    } else if (data.format) scope.postMessage({ id, formatted: format(text) ?? null });
    else scope.postMessage({ id, found: JSON.parse(examine(text, library, language, thorough)) as Examination });
  } catch (thrown) {
    scope.postMessage({ id, failed: String(thrown) });
  }
};
