import type { LanguageCode, Notation } from "@entourage/rules";

/** The language and notation of the server's answers. */
export interface Locale {
  readonly language: LanguageCode;
  readonly notation: Notation;
}
