import type { Direction } from "./geometry";

/** A keyboard action on a board. */
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

/** Returns the action of a key; `null` if it has none. */
export const boardAct = (key: string): BoardAct | null => KEYS[key] ?? null;

/** Lists the keys for a type of action; only one if several keys do the same. */
export const boardKeys = (type: BoardAct["type"]): string[] => Object.keys(KEYS).filter((key) => KEYS[key]?.type === type && key !== " ");
