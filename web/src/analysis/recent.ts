import type { RecordItem } from "@entourage/rules";
import type { Root } from "./analysis.svelte";

const KEY = "entourage.analyses";
const MAX_ANALYSES = 20;
/** Maximum size of all stored analyses together, in characters. */
const MAX_SIZE = 1_500_000;

/** An analysis stored on this device. */
export interface StoredAnalysis extends Root {
  /** Moves from the start when the analysis was opened; with spec and start they identify it. */
  moves: string[];
  items: RecordItem[];
  tags: [string, string][];
  /** Time of the last change in Unix milliseconds. */
  at: number;
}

/** Tags that say how a game is played rather than who played it; an analysis has its own. */
const TECHNICAL = ["Game", "SetUp", "FEN", "Variant", "Degree"];

/** Leaves out the tags of a record that the analysis itself determines. */
export const descriptive = (tags: [string, string][]): [string, string][] => tags.filter(([name]) => !TECHNICAL.includes(name));

export const keyOf = ({ spec, start, moves }: Root & { moves: readonly string[] }): string => [spec, start, moves.join(" ")].join("\n");

/** Lists the stored analyses, newest first; damaged ones are left out. */
export function stored(): StoredAnalysis[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(all) ? all.filter(isAnalysis) : [];
  } catch {
    return [];
  }
}

/** Stores an analysis as the newest, and drops the oldest ones if there are too many; one without moves or annotations is not kept. */
export function store(analysis: StoredAnalysis): void {
  const others = stored().filter((other) => keyOf(other) !== keyOf(analysis));
  write(analysis.items.length > analysis.moves.length ? [analysis, ...others] : others);
}

export function remove(analysis: StoredAnalysis): void {
  write(stored().filter((other) => keyOf(other) !== keyOf(analysis)));
}

function write(all: StoredAnalysis[]): void {
  const kept = all.slice(0, MAX_ANALYSES);
  try {
    let text = JSON.stringify(kept);
    while (text.length > MAX_SIZE && kept.length > 1) {
      kept.pop();
      text = JSON.stringify(kept);
    }
    localStorage.setItem(KEY, text);
  } catch {
    // Without storage the analysis lasts as long as the page.
  }
}

const isText = (value: unknown): value is string => typeof value === "string";

function isItem(value: unknown): boolean {
  if (value === "begin" || value === "end") return true;
  if (typeof value !== "object" || value === null) return false;
  const { move, nag, comment } = value as Record<string, unknown>;
  if (typeof move === "object" && move !== null) {
    const { text, side } = move as Record<string, unknown>;
    return isText(text) && (side === 1 || side === 2);
  }
  return typeof nag === "number" || isText(comment);
}

function isAnalysis(value: unknown): value is StoredAnalysis {
  if (typeof value !== "object" || value === null) return false;
  const { spec, start, moves, items, tags, at } = value as Record<string, unknown>;
  const lists = Array.isArray(moves) && moves.every(isText) && Array.isArray(items) && items.every(isItem) && Array.isArray(tags);
  return lists && isText(spec) && isText(start) && typeof at === "number" && tags.every((tag) => Array.isArray(tag) && tag.length === 2 && tag.every(isText));
}
