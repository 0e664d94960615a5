import { boardKeys, type BoardAct } from "@entourage/board/keys";
import type { ExplainWords } from "./explainWords";

/** What a key does in a game, wherever the focus is outside of fields and dialogs. */
export type GameAct = "previous" | "next" | "first" | "last" | "letGo" | "powers" | "reach" | "flip" | "hint" | "read" | "lastMove" | "movesFrom" | "shortcuts";

/** The keys, each with what it does: the page acts by this table, and the list of shortcuts is made of it. */
const KEYS: Record<string, GameAct> = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  Home: "first",
  End: "last",
  Escape: "letGo",
  p: "powers",
  r: "reach",
  f: "flip",
  h: "hint",
  b: "read",
  l: "lastMove",
  m: "movesFrom",
  "?": "shortcuts",
};

const ALOUD: readonly GameAct[] = ["read", "lastMove", "movesFrom"];

/** Tells what a key does in a game; `null` if nothing, or if it was meant for something else. */
export function gameAct(event: KeyboardEvent, letters: boolean): GameAct | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  const { target, key } = event;
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return null;
  if (target instanceof HTMLElement && (target.isContentEditable || target.closest("[role=tablist]"))) return null;
  if (document.querySelector("dialog[open], :popover-open")) return null;
  // Somebody who dictates, or whose hand slips, may have letters do nothing.
  if (!letters && isLetter(key)) return null;
  return KEYS[key] ?? KEYS[key.toLowerCase()] ?? null;
}

/** Whether a key writes a character: what assistive tools may take for dictation. */
export const isLetter = (key: string): boolean => key.length === 1;

/** Returns the key of an act, as browsers name it. */
export const keyOf = (act: GameAct): string => Object.keys(KEYS).find((key) => KEYS[key] === act) ?? "";

/** A line of the list of shortcuts. */
export interface ShortcutLine {
  keys: string[];
  does: string;
}

/** Lists all shortcuts by where they act, in words; acts that are not at hand are left out. */
export function shortcutGroups(words: ExplainWords, isAtHand: (act: GameAct) => boolean): { title: string; lines: ShortcutLine[] }[] {
  const shown = (key: string) => words.keyNames[key as keyof ExplainWords["keyNames"]] ?? key.toLocaleUpperCase();
  const onBoard: [BoardAct["type"], string][] = [
    ["walk", words.keys.walk],
    ["end", words.keys.rowEnds],
    ["select", words.keys.select],
    ["letGo", words.keys.letGo],
  ];
  const lines = (acts: (act: GameAct) => boolean) =>
    Object.entries(KEYS)
      .filter(([, act]) => acts(act) && isAtHand(act))
      .map(([key, act]) => ({ keys: [shown(key)], does: words.keys[act] }));
  return [
    { title: words.onBoard, lines: onBoard.map(([type, does]) => ({ keys: type === "walk" ? [words.keyNames.Arrows] : boardKeys(type).map(shown), does })) },
    { title: words.inGame, lines: lines((act) => !ALOUD.includes(act)) },
    { title: words.aloud, lines: lines((act) => ALOUD.includes(act)) },
  ];
}
