import type { LanguageCode } from "./types.generated";

/** Whose labels and coordinates a person reads and types. */
export type Notation = "ours" | "courier";

/** In which language the server answers, and by which names of squares. */
export interface Locale {
  readonly language: LanguageCode;
  readonly notation: Notation;
}
