import { settings } from "../settings/settings.svelte";
import { en, type ClockWords } from "./en";
import { fr } from "./fr";

/** Returns what the page says of clocks, in the language chosen. */
export function clockWords(): ClockWords {
  return { en, fr }[settings.language];
}
