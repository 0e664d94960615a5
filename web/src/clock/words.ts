import type { LanguageCode } from "@entourage/rules";
import { typeset } from "@entourage/board/typeset";
import { settings } from "../settings/settings.svelte";
import { en, type ClockWords } from "./en";
import { fr } from "./fr";

const WORDS: Record<LanguageCode, ClockWords> = { en, fr: typeset(fr) };

export const clockWords = (): ClockWords => WORDS[settings.language];
