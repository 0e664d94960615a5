import boxes from "virtual:boxes";
import { readPuzzle, type Puzzle } from "./puzzle";

/** The puzzle files, which are loaded on demand and offered for download. */
const files = import.meta.glob<string>("../../../puzzles/*.jsonl", { query: "?url", import: "default", eager: true });

const addresses = new Map(Object.entries(files).map(([path, address]) => [/([^/]+)\.jsonl$/.exec(path)?.[1] ?? "", address]));

/** Returns a game's place on the start page; written games come last. */
function place(set: string): number {
  const index = boxes.en.findIndex(({ id }) => id === set);
  return index < 0 ? boxes.en.length : index;
}

/** The names of the sets; each is the id of a game. */
export const SETS: readonly string[] = [...addresses.keys()].sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));

/** Returns the address of a set's file. */
export const fileOf = (set: string): string => addresses.get(set) ?? "";

const loading = new Map<string, Promise<Puzzle[]>>();

/** Loads the puzzles of a set once; a failed load can be repeated. */
export function loadSet(set: string): Promise<Puzzle[]> {
  let known = loading.get(set);
  if (!known) {
    known = fetchSet(set);
    loading.set(set, known);
    known.catch(() => loading.delete(set));
  }
  return known;
}

/** Loads a set, or all sets if the name is empty. */
export async function loadSets(set: string): Promise<Puzzle[]> {
  return (await Promise.all((set === "" ? SETS : [set]).map(loadSet))).flat();
}

async function fetchSet(set: string): Promise<Puzzle[]> {
  const answer = await fetch(fileOf(set));
  if (!answer.ok) throw new Error(`${answer.status}`);
  return readSet(set, await answer.text());
}

/** Reads the puzzles of a file; lines in other formats are skipped. */
export function readSet(set: string, text: string): Puzzle[] {
  return text.split("\n").flatMap((line) => (line === "" ? [] : (readPuzzle(set, line) ?? [])));
}
