import type { LanguageCode } from "../api/types.generated";
import { typeset } from "../language/typeset";
import { settings } from "../settings/settings.svelte";
import { en, type ClockWords } from "./en";
import { fr } from "./fr";

const WORDS: Record<LanguageCode, ClockWords> = { en, fr: typeset(fr) };

/** Returns what the page says of clocks, in the language chosen. */
export const clockWords = (): ClockWords => WORDS[settings.language];
