import type { LanguageCode, Notation } from "@entourage/rules";
import type { Look } from "./look";
import { coloursOf } from "./theme";
import { typeset } from "./typeset";
import { en, fr, type BoardWords } from "./words";

const WORDS: Record<LanguageCode, BoardWords> = { en, fr: typeset(fr) };
const PIECES = ["pictures", "letters", "figures"] as const;

/** The look of a board element according to its attributes; missing or invalid attributes have defaults. */
export class ElementLook implements Look {
  pieces = $state<Look["pieces"]>("pictures");
  letters = $state(false);
  notation = $state<Notation>("ours");
  coordinates = $state(true);
  animate = $state(true);
  language = $state<LanguageCode>("en");
  theme = $state<string | undefined>();
  board = $state<string | undefined>();
  flipped = $state(false);
  powers = $state(true);
  /** Whether the user can move pieces. */
  hands = $state(false);
  readonly words = $derived(WORDS[this.language]);

  get help(): string {
    return this.words.gridHelp;
  }

  legTime(): number {
    return this.animate && !matchMedia("(prefers-reduced-motion: reduce)").matches ? 240 : 0;
  }

  /** Reads the attributes of an element. */
  read(element: Element): void {
    const said = (name: string) => element.getAttribute(name) ?? undefined;
    const { theme, board } = coloursOf(said("theme"));
    this.theme = theme;
    this.board = board;
    this.pieces = PIECES.find((set) => set === said("pieces")) ?? "pictures";
    this.notation = said("notation") === "courier" ? "courier" : "ours";
    this.letters = element.hasAttribute("letters");
    this.coordinates = !element.hasAttribute("bare");
    this.animate = !element.hasAttribute("still");
    this.flipped = element.hasAttribute("flipped");
    this.powers = !element.hasAttribute("plain");
    this.language = (element.closest("[lang]")?.getAttribute("lang") ?? "").toLowerCase().startsWith("fr") ? "fr" : "en";
    this.hands = handsOf(element) !== "none";
  }
}

/** Reads whose pieces the user can move; an attribute without a value means both sides. */
export function handsOf(element: Element): "none" | "both" | "1" | "2" {
  const said = element.getAttribute("playable");
  if (said === null) return "none";
  return said === "1" || said === "2" ? said : "both";
}
