import { learnAddress } from "../addresses";
import { progress } from "./progress.svelte";
import { lessonNames } from "./texts";

/** Returns the address of the first lesson of a game that is not completed; `null` if there is none. */
export function nextLesson(game: string): string | null {
  const names = lessonNames(game);
  const next = progress.next(game, names);
  return next === null || progress.isDone(game, next) ? null : learnAddress(game, next);
}
