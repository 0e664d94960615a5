import type { PuzzleView } from "@entourage/rules";
import { readPlayersPuzzle } from "../api/puzzles";
import { Refused } from "../api/server";
import { settings } from "../settings/settings.svelte";
import { readPuzzle, type Puzzle } from "./puzzle";

/** The name of the set of puzzles by players. */
export const PLAYERS = "players";

/** Reads a puzzle by a player; `null` if its format is unknown. */
export function puzzleOf({ id, line, author }: PuzzleView): Puzzle | null {
  const puzzle = readPuzzle(PLAYERS, line);
  return puzzle && { ...puzzle, id, author };
}

/** Loads a puzzle by a player; `null` if there is none with this id. */
export async function loadPlayersPuzzle(id: string): Promise<Puzzle | null> {
  try {
    return puzzleOf(await readPlayersPuzzle(id, settings));
  } catch (thrown) {
    if (thrown instanceof Refused && thrown.status === 404) return null;
    throw thrown;
  }
}
