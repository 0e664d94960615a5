import type { RecordItem } from "@entourage/rules";
import type { Root } from "./analysis.svelte";

/** Storage key of the list of analyses; their trees are stored separately, so that a change writes one tree only. */
const KEY = "entourage.analyses";
const MAX_ANALYSES = 20;
/** Maximum size of all stored trees together, in characters. */
const MAX_SIZE = 1_500_000;

/** What identifies an analysis: its game and start position, and the moves from there when it was opened. */
interface Opened extends Root {
  moves: readonly string[];
}

/** An analysis with its tree. */
export interface Analysed extends Opened {
  items: readonly RecordItem[];
  tags: [string, string][];
  /** Time of the last change in Unix milliseconds. */
  at: number;
}

/** An entry of the list of analyses stored on this device. */
export interface StoredAnalysis extends Opened {
  tags: [string, string][];
  at: number;
  /** Number of moves in the tree. */
  count: number;
  /** Number of the storage entry with the tree. */
  slot: number;
  /** Size of the tree in characters. */
  size: number;
}

/** Tags that say how a game is played rather than who played it; an analysis has its own. */
const TECHNICAL = ["Game", "SetUp", "FEN", "Variant", "Degree"];

/** Leaves out the tags of a record that the analysis itself determines. */
export const descriptive = (tags: [string, string][]): [string, string][] => tags.filter(([name]) => !TECHNICAL.includes(name));

export const keyOf = ({ spec, start, moves }: Opened): string => [spec, start, moves.join(" ")].join("\n");

const treeKey = (slot: number): string => `${KEY}.${slot}`;

/** Lists the stored analyses, newest first; damaged entries are left out. */
export const stored = (): StoredAnalysis[] => readList(KEY).filter(isEntry);

/** Returns the tree of a stored analysis; empty if it is damaged. */
export function storedItems({ slot }: StoredAnalysis): RecordItem[] {
  const items = readList(treeKey(slot));
  return items.every(isItem) ? items : [];
}

/** Stores an analysis as the newest, and drops the oldest ones if there are too many; one without moves or annotations is not kept. */
export function store({ spec, start, moves, items, tags, at }: Analysed): void {
  const all = stored();
  const known = all.find((one) => keyOf(one) === keyOf({ spec, start, moves }));
  const others = all.filter((one) => one !== known);
  if (items.length <= moves.length) {
    if (known) remove(known);
    return;
  }
  const text = JSON.stringify(items);
  const used = new Set(others.map(({ slot }) => slot));
  const slot = known?.slot ?? Array.from({ length: MAX_ANALYSES + 1 }, (_, i) => i).find((one) => !used.has(one)) ?? 0;
  const count = items.filter((item) => typeof item === "object" && "move" in item).length;
  const kept = [{ spec, start, moves, tags, at, count, slot, size: text.length }, ...others];
  while (kept.length > 1 && (kept.length > MAX_ANALYSES || kept.reduce((sum, { size }) => sum + size, 0) > MAX_SIZE)) drop(kept.pop()!);
  try {
    localStorage.setItem(treeKey(slot), text);
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Without storage the analysis lasts as long as the page.
  }
}

export function remove(analysis: StoredAnalysis): void {
  drop(analysis);
  try {
    localStorage.setItem(KEY, JSON.stringify(stored().filter((other) => keyOf(other) !== keyOf(analysis))));
  } catch {
    // It is removed with the next change.
  }
}

const drop = ({ slot }: StoredAnalysis): void => localStorage.removeItem(treeKey(slot));

function readList(key: string): unknown[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(all) ? all : [];
  } catch {
    return [];
  }
}

const isText = (value: unknown): value is string => typeof value === "string";
const isCount = (value: unknown): value is number => typeof value === "number" && value >= 0;

function isItem(value: unknown): value is RecordItem {
  if (value === "begin" || value === "end") return true;
  if (typeof value !== "object" || value === null) return false;
  const { move, nag, comment } = value as Record<string, unknown>;
  if (typeof move === "object" && move !== null) {
    const { text, side } = move as Record<string, unknown>;
    return isText(text) && (side === 1 || side === 2);
  }
  return typeof nag === "number" || isText(comment);
}

function isEntry(value: unknown): value is StoredAnalysis {
  if (typeof value !== "object" || value === null) return false;
  const { spec, start, moves, tags, at, count, slot, size } = value as Record<string, unknown>;
  const lists = Array.isArray(moves) && moves.every(isText) && Array.isArray(tags) && tags.every((tag) => Array.isArray(tag) && tag.length === 2 && tag.every(isText));
  return lists && isText(spec) && isText(start) && [at, count, slot, size].every(isCount);
}
