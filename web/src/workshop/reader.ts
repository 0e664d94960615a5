import type { Examination, Sheet, SheetEdit } from "@entourage/rules";
import { borrow_art, examine, fill_in, format, initSync, sheet, skeleton } from "@entourage/rules/generated/entourage_text.js";

/** A text to be read, or to be set in canonical form. */
export interface Question {
  id: number;
  text: string;
  library: string;
  language: string;
  /** Whether it is told too what is no error and probably not meant. */
  thorough: boolean;
  /** Whether nothing is wanted but the text in canonical form. */
  format?: boolean;
  /** Whether what can be filled in like a form is wanted, with this filled in first where something is. */
  fillIn?: SheetEdit | "nothing";
  /** What a preset of Game Courier, the text, becomes: how the game is called in specs, and by people. */
  skeleton?: { id: string; title: string };
}

/** The rules of games written as text, and the pictures that a text may choose from, as JSON. */
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
