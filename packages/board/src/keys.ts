import type { Direction } from "./geometry";

/** What the keys do while the focus is on a board. */
export type BoardAct = { type: "walk"; direction: Direction } | { type: "end"; first: boolean } | { type: "select" } | { type: "letGo" };

const KEYS: Record<string, BoardAct> = {
  ArrowLeft: { type: "walk", direction: "left" },
  ArrowRight: { type: "walk", direction: "right" },
  ArrowUp: { type: "walk", direction: "up" },
  ArrowDown: { type: "walk", direction: "down" },
  Home: { type: "end", first: true },
  End: { type: "end", first: false },
  Enter: { type: "select" },
  " ": { type: "select" },
  Escape: { type: "letGo" },
};

/** Tells what a key does on a board; `null` if nothing. */
export const boardAct = (key: string): BoardAct | null => KEYS[key] ?? null;

/** Lists the keys of a kind of act, one for each if several do the same. */
export const boardKeys = (type: BoardAct["type"]): string[] => Object.keys(KEYS).filter((key) => KEYS[key]?.type === type && key !== " ");
