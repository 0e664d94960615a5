import type { LanguageCode, Notation } from "@entourage/rules";

/** In which language the server answers, and by which names of squares. */
export interface Locale {
  readonly language: LanguageCode;
  readonly notation: Notation;
}
