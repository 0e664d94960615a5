import * as rules from "@entourage/rules";
import type { Enforcement, LanguageCode, LessonInfo, LessonVerdict, Notation, Reach, Side, View } from "@entourage/rules";
import type { GameState } from "../api/state";
import { settings } from "../settings/settings.svelte";

export { checkSetup, compiledModule, compiledRules, define, failure, fullRulesOf, games, idOf, info, isLoaded, isWritten, lentPictures, load, loadAll, nameOf, rulesOf, suggestSetup, textModule, translated, typographic, undefine, writtenPage, writtenRules } from "@entourage/rules";

/** Formats an error of the rules as a message in the selected language. */
export const failureText = (thrown: unknown): string => rules.failureText(thrown, settings.language, (token, at, problem) => settings.words.badText(token, at + 1, problem));

/** A game in the rules engine, in the selected notation. Its methods throw errors that [`failure`] reads. */
export class Match extends rules.Match {
  /** Whether to use the standard notation regardless of the setting, for example beside a text that does. */
  ours = false;

  override get notation(): Notation {
    return this.ours ? "ours" : settings.notation;
  }
}

/** A lesson of a built-in game. Its methods throw errors that [`failure`] reads. */
export class Lesson extends rules.Lesson {
  override view(language: LanguageCode): LessonInfo {
    return super.view(language, settings.notation);
  }

  override judge(step: number, move: string, language: LanguageCode): LessonVerdict {
    return super.judge(step, move, language, settings.notation);
  }
}

/** Sets up a game from a state. */
export function matchOf({ spec, start, moves, degree }: GameState): Match {
  return new Match(spec, start, moves, degree);
}

/** Returns the attacks in a position of a game with enforced rules; `null` if the rules provide none. */
export function reachAt(spec: string, position: string, side: Side, language: LanguageCode): Reach | null {
  const match = new Match(spec, position, []);
  try {
    return match.reach(side, language);
  } finally {
    match.free();
  }
}

/** Parses a position for a level of rule enforcement and returns its view; throws if it is invalid. */
export function look(spec: string, position: string, language: LanguageCode, degree?: Enforcement): View {
  const match = new Match(spec, position, [], degree);
  try {
    return match.view(language);
  } finally {
    match.free();
  }
}
