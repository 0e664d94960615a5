import { boardKeys, type BoardAct } from "@entourage/board/keys";
import type { ExplainWords } from "./explainWords";

/** A keyboard action in a game, available outside inputs and dialogs. */
export type GameAct = "previous" | "next" | "first" | "last" | "letGo" | "powers" | "reach" | "flip" | "hint" | "read" | "lastMove" | "movesFrom" | "shortcuts";

/** Keys and their actions; also the source of the list of shortcuts. */
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

/** Returns the action of a key event; `null` if there is none, or if it was meant for something else. */
export function gameAct(event: KeyboardEvent, letters: boolean): GameAct | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  const { target, key } = event;
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return null;
  if (target instanceof HTMLElement && (target.isContentEditable || target.closest("[role=tablist]"))) return null;
  if (document.querySelector("dialog[open], :popover-open")) return null;
  // Users of speech input can turn letters off.
  if (!letters && isLetter(key)) return null;
  return KEYS[key] ?? KEYS[key.toLowerCase()] ?? null;
}

/** Returns whether a key types a character, which speech input may produce. */
export const isLetter = (key: string): boolean => key.length === 1;

/** Returns the key of an action by its browser name. */
export const keyOf = (act: GameAct): string => Object.keys(KEYS).find((key) => KEYS[key] === act) ?? "";

/** A row of the list of shortcuts. */
export interface ShortcutLine {
  keys: string[];
  does: string;
}

/** Lists all available shortcuts by where they work. */
export function shortcutGroups(words: ExplainWords, isAvailable: (act: GameAct) => boolean): { title: string; lines: ShortcutLine[] }[] {
  const shown = (key: string) => words.keyNames[key as keyof ExplainWords["keyNames"]] ?? key.toUpperCase();
  const onBoard: [BoardAct["type"], string][] = [
    ["walk", words.keys.walk],
    ["end", words.keys.rowEnds],
    ["select", words.keys.select],
    ["letGo", words.keys.letGo],
  ];
  const lines = (acts: (act: GameAct) => boolean) =>
    Object.entries(KEYS)
      .filter(([, act]) => acts(act) && isAvailable(act))
      .map(([key, act]) => ({ keys: [shown(key)], does: words.keys[act] }));
  return [
    { title: words.onBoard, lines: onBoard.map(([type, does]) => ({ keys: type === "walk" ? [words.keyNames.Arrows] : boardKeys(type).map(shown), does })) },
    { title: words.inGame, lines: lines((act) => !ALOUD.includes(act)) },
    { title: words.aloud, lines: lines((act) => ALOUD.includes(act)) },
  ];
}
