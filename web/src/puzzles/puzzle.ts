import type { Side } from "@entourage/rules";
import { identify } from "../rules/identify";

/** A tree of moves; moves with the same continuation share a key, separated by spaces. The tree is empty where the game is won. */
export interface Solution {
  readonly [moves: string]: Solution;
}

export const LEVELS = ["easy", "medium", "hard"] as const;
export type Level = (typeof LEVELS)[number];

export interface Puzzle {
  /** The name of its set. */
  set: string;
  /** Identifies the position within the set; part of the permanent address. */
  id: string;
  spec: string;
  /** The version of the rules for which the puzzle was made. */
  rules: string;
  position: string;
  /** The side that moves and wins. */
  side: Side;
  /** Number of the side's turns in the main line. */
  winIn: number;
  solution: Solution;
  themes: string[];
  level: Level;
  /** The name of the player who made the puzzle, if any. */
  author?: string;
}

/** Maximum depth of a solution; deeper ones are not read. */
const MAX_PLIES = 40;

/** Lists the moves of a tree with their continuations. */
export const branches = (solution: Solution): [string, Solution][] => Object.entries(solution).flatMap(([moves, then]) => moves.split(" ").map((move): [string, Solution] => [move, then]));

/** Returns the continuation after a move; `undefined` if the tree does not contain the move. */
export const after = (solution: Solution, move: string): Solution | undefined => branches(solution).find(([text]) => text === move)?.[1];

/** Returns the length of the longest line in plies. */
export const plies = (solution: Solution): number => Math.max(0, ...Object.values(solution).map((then) => plies(then) + 1));

/** Counts the lines of a tree. */
export function lines(solution: Solution): number {
  const entries = branches(solution);
  return entries.length === 0 ? 1 : entries.reduce((sum, [, then]) => sum + lines(then), 0);
}

/** Returns the next move of the main line, that is, the one that lasts longest; of several, the first in alphabetical order. */
export function mainMove(solution: Solution): string | undefined {
  const ranked = branches(solution).map(([move, then]) => ({ move, length: plies(then) }));
  ranked.sort((a, b) => b.length - a.length || (a.move < b.move ? -1 : 1));
  return ranked[0]?.move;
}

/** Returns the main line, as `entourage puzzles check` computes it. */
export function mainLine(solution: Solution): string[] {
  const move = mainMove(solution);
  return move === undefined ? [] : [move, ...mainLine(after(solution, move) ?? {})];
}

/** Estimates the difficulty of a solution from its length and the number of its lines. */
export function levelOf(solution: Solution): Level {
  const effort = plies(solution) + Math.log2(lines(solution));
  return effort <= 3 ? "easy" : effort <= 6 ? "medium" : "hard";
}

/** Identifies a puzzle on this device. */
export const keyOf = ({ set, id }: Pick<Puzzle, "set" | "id">): string => `${set}/${id}`;

/** Parses a line of a puzzle file; `null` if it is not a puzzle in a known version of the format. */
export function readPuzzle(set: string, line: string): Puzzle | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (!isObject(value) || value["puzzle"] !== 1) return null;
  const { game, rules, position, side, win_in, solution, themes } = value;
  if (typeof game !== "string" || typeof rules !== "string" || typeof position !== "string" || (side !== 1 && side !== 2) || typeof win_in !== "number" || !isSolution(solution, MAX_PLIES)) return null;
  const known = Array.isArray(themes) ? themes.filter((theme) => typeof theme === "string") : [];
  return { set, id: identify(position), spec: game, rules, position, side, winIn: win_in, solution, themes: known, level: levelOf(solution) };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

const isSolution = (value: unknown, depth: number): value is Solution => depth > 0 && isObject(value) && Object.values(value).every((then) => isSolution(then, depth - 1));
