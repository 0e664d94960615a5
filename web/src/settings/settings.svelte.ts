import type { LanguageCode } from "../api/types";
import { en, type Strings } from "../language/en";
import { fr } from "../language/fr";

export type Theme = "auto" | "light" | "dark";
export type Confirm = "auto" | "always" | "never";

interface Choices {
  theme: Theme;
  language: LanguageCode;
  confirm: Confirm;
  letters: boolean;
  powers: boolean;
  animate: boolean;
  notify: boolean;
}

// `public/theme.js` reads the same key before the first paint.
const KEY = "entourage.settings";

const WORDS: Record<LanguageCode, Strings> = { en, fr };

function preferredLanguage(): LanguageCode {
  for (const tag of navigator.languages ?? []) {
    if (tag.startsWith("fr")) return "fr";
    if (tag.startsWith("en")) return "en";
  }
  return "en";
}

function stored(): Partial<Choices> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[], otherwise: T): T {
  return allowed.find((choice) => choice === value) ?? otherwise;
}

/** Holds what the person at this device prefers; it is remembered. */
class Settings {
  theme = $state<Theme>("auto");
  language = $state<LanguageCode>("en");
  confirm = $state<Confirm>("auto");
  letters = $state(false);
  powers = $state(false);
  animate = $state(true);
  /** Whether the browser tells when it is the person's turn. */
  notify = $state(false);
  readonly words = $derived(WORDS[this.language]);

  constructor() {
    const kept = stored();
    this.theme = oneOf(kept.theme, ["auto", "light", "dark"], "auto");
    this.language = oneOf(kept.language, ["en", "fr"], preferredLanguage());
    this.confirm = oneOf(kept.confirm, ["auto", "always", "never"], "auto");
    this.letters = kept.letters === true;
    this.powers = kept.powers === true;
    this.animate = kept.animate !== false;
    // The permission may have been taken back since.
    this.notify = kept.notify === true && "Notification" in window && Notification.permission === "granted";
  }

  /** Remembers the choices and shows them on the document; call it inside an effect. */
  keep(): void {
    const { theme, language, confirm, letters, powers, animate, notify } = this;
    const root = document.documentElement;
    root.lang = language;
    if (theme === "auto") delete root.dataset["theme"];
    else root.dataset["theme"] = theme;
    try {
      localStorage.setItem(KEY, JSON.stringify({ theme, language, confirm, letters, powers, animate, notify }));
    } catch {
      // Without storage the choices last as long as the page.
    }
  }

  /** Tells whether moves are to be confirmed when made by a pointer of a kind. */
  confirms(coarse: boolean): boolean {
    return this.confirm === "always" || (this.confirm === "auto" && coarse);
  }

  /** Tells whether every move is to be confirmed, however it was made, in a game that gives time for it or not. */
  confirmsAll(unhurried: boolean): boolean {
    return unhurried && this.confirm !== "never";
  }

  /** Returns the time of one leg of an animation in milliseconds, 0 for none. */
  legTime(): number {
    return this.animate && !matchMedia("(prefers-reduced-motion: reduce)").matches ? 240 : 0;
  }
}

export const settings = new Settings();

/** Returns the page's words in the language chosen. */
export const words = (): Strings => settings.words;
