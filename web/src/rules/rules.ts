import * as rules from "@entourage/rules";
import type { Degree, LanguageCode, LessonInfo, LessonVerdict, Notation, Reach, Side, View } from "@entourage/rules";
import type { GameState } from "../api/state";
import { settings } from "../settings/settings.svelte";

export { checkSetup, compiledModule, define, failure, games, idOf, info, isWritten, lentPictures, load, nameOf, rulesOf, suggestSetup, textModule, undefine, writtenPage, writtenRules } from "@entourage/rules";

/** Puts what the rules threw into one sentence, in the language chosen. */
export const failureText = (thrown: unknown): string => rules.failureText(thrown, settings.language, (token, at, problem) => settings.words.badText(token, at + 1, problem));

/** A game under way, in the rules' hands, which speaks in the notation chosen. Its methods throw what [`failure`] reads. */
export class Match extends rules.Match {
  /** Whether it speaks in our own notation, whatever is chosen: beside a text that does. */
  ours = false;

  override get notation(): Notation {
    return this.ours ? "ours" : settings.notation;
  }
}

/** A lesson that is set up under the rules of its game, which is one of the house. Its methods throw what [`failure`] reads. */
export class Lesson extends rules.Lesson {
  override view(language: LanguageCode): LessonInfo {
    return super.view(language, settings.notation);
  }

  override judge(step: number, move: string, language: LanguageCode): LessonVerdict {
    return super.judge(step, move, language, settings.notation);
  }
}

/** Lays a game out as a state has it. */
export function matchOf({ spec, start, moves, degree }: GameState): Match {
  return new Match(spec, start, moves, degree);
}

/** Asks who attacks what in a position of a game whose rules hold; `null` where they do not tell. */
export function reachAt(spec: string, position: string, side: Side, language: LanguageCode): Reach | null {
  const match = new Match(spec, position, []);
  try {
    return match.reach(side, language);
  } finally {
    match.free();
  }
}

/** Reads a position, in games of a degree, and returns it as seen, or throws what is wrong with it. */
export function look(spec: string, position: string, language: LanguageCode, degree?: Degree): View {
  const match = new Match(spec, position, [], degree);
  try {
    return match.view(language);
  } finally {
    match.free();
  }
}
