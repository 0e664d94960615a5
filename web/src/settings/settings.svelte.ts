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
/** Whose home is drawn below: one's own, or always that of a side. */
export type Below = "own" | "1" | "2";
export const SIZES = ["100", "85", "70"] as const;
/** The width of the board, in per cent of what there is room for. */
export type Size = (typeof SIZES)[number];

interface Choices {
  theme: Theme;
  language: LanguageCode;
  confirm: Confirm;
  letters: boolean;
  powers: boolean;
  reach: boolean;
  keys: boolean;
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

/** Holds what the person at this device prefers; it is remembered. */
class Settings {
  theme = $state<Theme>("auto");
  language = $state<LanguageCode>("en");
  confirm = $state<Confirm>("auto");
  letters = $state(false);
  powers = $state(true);
  /** Whether each square shows how many enemies attack it. */
  reach = $state(false);
  /** Whether single letters act as shortcuts. */
  keys = $state(true);
  sounds = $state(true);
  animate = $state(true);
  board = $state<Colours>("own");
  pieces = $state<Pieces>("pictures");
  notation = $state<Notation>("ours");
  /** Whether the board shows coordinates. */
  coordinates = $state(true);
  below = $state<Below>("own");
  size = $state<Size>("100");
  /** Whether the browser tells when it is the person's turn. */
  notify = $state(false);
  /** Whether this device is told while no page is open. */
  push = $state(false);
  readonly words = $derived(WORDS[this.language]);

  /** Says to those who hear how a board is used by keys. */
  get help(): string {
    return this.words.gridHelp;
  }

  constructor() {
    this.wear(stored());
  }

  /** Takes choices over as far as they make sense, the usual ones for the rest. */
  wear(kept: Partial<Record<keyof Choices, unknown>>): void {
    this.theme = oneOf(kept.theme, ["auto", "light", "dark"], "auto");
    this.language = oneOf(kept.language, ["en", "fr"], preferredLanguage());
    this.confirm = oneOf(kept.confirm, ["auto", "always", "never"], "auto");
    this.letters = kept.letters === true;
    this.powers = kept.powers !== false;
    this.reach = kept.reach === true;
    this.keys = kept.keys !== false;
    this.sounds = kept.sounds !== false;
    this.animate = kept.animate !== false;
    this.board = oneOf(kept.board, BOARDS, "own");
    this.pieces = oneOf(kept.pieces, SETS, "pictures");
    this.notation = oneOf(kept.notation, ["ours", "courier"], "ours");
    this.coordinates = kept.coordinates !== false;
    this.below = oneOf(kept.below, ["own", "1", "2"], "own");
    this.size = oneOf(kept.size, SIZES, "100");
    // The permission may have been taken back since.
    this.notify = kept.notify === true && "Notification" in window && Notification.permission === "granted";
    this.push = kept.push === true && "Notification" in window && Notification.permission === "granted";
  }

  /** Shows the choices on the document; call it inside an effect. */
  show(): void {
    const { dataset } = document.documentElement;
    document.documentElement.lang = this.language;
    if (this.theme === "auto") delete dataset["theme"];
    else dataset["theme"] = this.theme;
    dataset["board"] = this.board;
    if (this.board !== "own") void import("@entourage/board/boards.css");
  }

  /** Remembers the choices and shows them on the document; call it inside an effect. */
  keep(): void {
    this.show();
    const { theme, language, confirm, letters, powers, reach, keys, sounds, animate, board, pieces, notation, coordinates, below, size, notify, push } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ theme, language, confirm, letters, powers, reach, keys, sounds, animate, board, pieces, notation, coordinates, below, size, notify, push }));
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
