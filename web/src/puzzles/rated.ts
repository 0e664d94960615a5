import type { PuzzleTryResult } from "@entourage/rules";
import { member } from "../account/member.svelte";
import { listPuzzles, readSetRatings, reportTry } from "../api/puzzles";
import { settings } from "../settings/settings.svelte";
import { nextOf } from "./filter";
import { PLAYERS, puzzleOf } from "./players";
import { keyOf, type Puzzle } from "./puzzle";
import { store } from "./store.svelte";

/** The rating of a player without games. */
const NEW_RATING = 1500;

/** The ratings of puzzles by their ids, and the user's own rating. */
interface Ratings {
  own: number;
  /** The ratings of the puzzles that the user has not tried. */
  untried: Map<string, number>;
}

async function isMember(): Promise<boolean> {
  if (!member.known) await member.look();
  return member.account !== null;
}

/** Reports a try of a puzzle; returns the rating after it, or `null` if the user is not signed in or the server cannot be reached. */
export async function report({ set, id }: Puzzle, moves: readonly string[], hinted: boolean): Promise<PuzzleTryResult | null> {
  try {
    return (await isMember()) ? await reportTry(set, id, moves, hinted, settings) : null;
  } catch {
    return null;
  }
}

/** Returns the untried puzzle whose rating is closest to the user's. */
export function nearest(puzzles: readonly Puzzle[], { own, untried }: Ratings): Puzzle | null {
  const distance = ({ id }: Puzzle) => Math.abs((untried.get(id) ?? Infinity) - own);
  const near = puzzles.filter(({ id }) => untried.has(id)).sort((a, b) => distance(a) - distance(b));
  return near[0] ?? null;
}

/** Returns the ratings of a set, if the user is signed in and the server can be reached. */
async function ratingsOf(set: string): Promise<Ratings | null> {
  try {
    if (!(await isMember())) return null;
    const { own, puzzles } = await readSetRatings(set, settings);
    return own && { own: own.rating, untried: new Map(puzzles.filter(({ tried }) => !tried).map(({ id, rating }) => [id, rating])) };
  } catch {
    return null;
  }
}

/** Returns the puzzle of a set to play after another: one near the user's rating if there is one, otherwise the next one in order. */
export async function nextRated(set: string, puzzles: readonly Puzzle[], current: Puzzle | null): Promise<Puzzle | null> {
  const isSolved = (one: Puzzle) => store.isSolved(keyOf(one));
  const open = puzzles.filter((one) => !isSolved(one) && keyOf(one) !== (current && keyOf(current)));
  const ratings = set === "" || open.length === 0 ? null : await ratingsOf(set);
  return (ratings && nearest(open, ratings)) ?? nextOf(puzzles, current, isSolved);
}

/** Returns a puzzle by a player to play after another, near the user's rating in the same game; `null` if there is none. */
export async function nextByPlayers(current: Puzzle): Promise<Puzzle | null> {
  const game = current.spec.split(":", 1)[0] ?? "";
  const { puzzles, ratings } = await listPuzzles(game, settings);
  const others = puzzles.filter(({ id, own }) => id !== current.id && !own && !store.isSolved(`${PLAYERS}/${id}`));
  const untried = new Map(others.filter(({ tried }) => !tried).map(({ id, rating }) => [id, rating]));
  const read = others.flatMap((view) => puzzleOf(view) ?? []);
  const own = ratings.find((one) => one.game === game)?.rating.rating ?? NEW_RATING;
  return nearest(read, { own, untried }) ?? read[0] ?? null;
}
