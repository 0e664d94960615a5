import type { LanguageCode, Notation } from "@entourage/rules";
import { en, type Strings } from "../language/en";
import { fr } from "../language/fr";
import { typeset } from "@entourage/board/typeset";

export type Theme = "auto" | "light" | "dark";
export type Confirm = "auto" | "always" | "never";
export const BOARDS = ["own", "green", "sea", "clay", "print"] as const;
export type Colours = (typeof BOARDS)[number];
export const SETS = ["pictures", "letters", "figures"] as const;
export type Pieces = (typeof SETS)[number];
/** The side at the bottom of the board: the user's own, or always the same. */
export type Below = "own" | "1" | "2";
export const SIZES = ["100", "85", "70"] as const;
/** The width of the board in percent of the available space. */
export type Size = (typeof SIZES)[number];

interface Choices {
  theme: Theme;
  language: LanguageCode;
  confirm: Confirm;
  letters: boolean;
  powers: boolean;
  reach: boolean;
  keys: boolean;
  typing: boolean | null;
  sounds: boolean;
  animate: boolean;
  board: Colours;
  pieces: Pieces;
  notation: Notation;
  coordinates: boolean;
  below: Below;
  size: Size;
  notify: boolean;
  push: boolean;
}

// `public/theme.js` reads the same key before the first paint.
const KEY = "entourage.settings";

const WORDS: Record<LanguageCode, Strings> = { en, fr: typeset(fr) };

function preferredLanguage(): LanguageCode {
  for (const tag of navigator.languages ?? []) {
    if (tag.startsWith("fr")) return "fr";
    if (tag.startsWith("en")) return "en";
  }
  return "en";
}

function stored(): Partial<Record<keyof Choices, unknown>> {
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

/** The user's settings, stored on this device. */
class Settings {
  theme = $state<Theme>("auto");
  language = $state<LanguageCode>("en");
  confirm = $state<Confirm>("auto");
  letters = $state(false);
  powers = $state(true);
  /** Whether each square shows the number of attackers. */
  reach = $state(false);
  /** Whether single letters act as shortcuts. */
  keys = $state(true);
  /** Whether moves can be typed; `null` for devices with a mouse or the like. */
  typing = $state<boolean | null>(null);
  sounds = $state(true);
  animate = $state(true);
  board = $state<Colours>("own");
  pieces = $state<Pieces>("pictures");
  notation = $state<Notation>("ours");
  /** Whether the board shows coordinates. */
  coordinates = $state(true);
  below = $state<Below>("own");
  size = $state<Size>("100");
  /** Whether to show browser notifications when it is the user's turn. */
  notify = $state(false);
  /** Whether push notifications are on. */
  push = $state(false);
  readonly words = $derived(WORDS[this.language]);

  /** Keyboard instructions for screen readers. */
  get help(): string {
    return this.words.gridHelp;
  }

  constructor() {
    this.wear(stored());
  }

  /** Applies valid choices and resets the others to defaults. */
  wear(kept: Partial<Record<keyof Choices, unknown>>): void {
    this.theme = oneOf(kept.theme, ["auto", "light", "dark"], "auto");
    this.language = oneOf(kept.language, ["en", "fr"], preferredLanguage());
    this.confirm = oneOf(kept.confirm, ["auto", "always", "never"], "auto");
    this.letters = kept.letters === true;
    this.powers = kept.powers !== false;
    this.reach = kept.reach === true;
    this.keys = kept.keys !== false;
    this.typing = typeof kept.typing === "boolean" ? kept.typing : null;
    this.sounds = kept.sounds !== false;
    this.animate = kept.animate !== false;
    this.board = oneOf(kept.board, BOARDS, "own");
    this.pieces = oneOf(kept.pieces, SETS, "pictures");
    this.notation = oneOf(kept.notation, ["ours", "courier"], "ours");
    this.coordinates = kept.coordinates !== false;
    this.below = oneOf(kept.below, ["own", "1", "2"], "own");
    this.size = oneOf(kept.size, SIZES, "100");
    // The permission may have been revoked.
    this.notify = kept.notify === true && "Notification" in window && Notification.permission === "granted";
    this.push = kept.push === true && "Notification" in window && Notification.permission === "granted";
  }

  /** Applies the settings to the document; call it inside an effect. */
  show(): void {
    const { dataset } = document.documentElement;
    document.documentElement.lang = this.language;
    if (this.theme === "auto") delete dataset["theme"];
    else dataset["theme"] = this.theme;
    dataset["board"] = this.board;
    if (this.board !== "own") void import("@entourage/board/boards.css");
  }

  /** Stores the settings and applies them to the document; call it inside an effect. */
  keep(): void {
    this.show();
    const { theme, language, confirm, letters, powers, reach, keys, typing, sounds, animate, board, pieces, notation, coordinates, below, size, notify, push } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ theme, language, confirm, letters, powers, reach, keys, typing, sounds, animate, board, pieces, notation, coordinates, below, size, notify, push }));
    } catch {
      // Without storage the settings last as long as the page.
    }
  }

  /** Returns whether moves by a type of pointer are confirmed. */
  confirms(coarse: boolean): boolean {
    return this.confirm === "always" || (this.confirm === "auto" && coarse);
  }

  /** Returns whether every move is confirmed, by the pace of the game. */
  confirmsAll(unhurried: boolean): boolean {
    return unhurried && this.confirm !== "never";
  }

  /** Returns whether the field to type moves is shown. */
  types(): boolean {
    return this.typing ?? matchMedia("(pointer: fine)").matches;
  }

  /** Returns the duration of one leg of an animation in milliseconds, 0 for none. */
  legTime(): number {
    return this.animate && !matchMedia("(prefers-reduced-motion: reduce)").matches ? 240 : 0;
  }
}

export const settings = new Settings();

/** Returns the strings in the selected language. */
export const words = (): Strings => settings.words;
