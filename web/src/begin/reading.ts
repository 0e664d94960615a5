import type { GameInfo, Imported, RulesFailure } from "../api/types";
import { isOurs, readGame } from "../play/gametext";
import { failureText, info as readInfo, Match } from "../rules/rules";
import { settings } from "../settings/settings.svelte";
import { NOTHING, type Found } from "./found";
import { importCourier } from "./rules";
import type { BeginWords } from "./words";

/** What a pasted game is, and what there is to tell about it. */
export interface Reading extends Found {
  /** The first move or turn that the rules refuse, and why. */
  stop: string | null;
  /** The word with which the players ended it. */
  word: string | null;
  /** The keys of a settings file that say nothing to us. */
  ignored: string[];
}

const nothing: Reading = { ...NOTHING, stop: null, word: null, ignored: [] };

/** Reads a pasted game and plays it up to the first move or turn that the rules refuse. */
export function readPasted(text: string, info: GameInfo, spec: string, w: BeginWords): Reading {
  if (text.trim() === "") return { ...nothing, problem: w.empty };
  try {
    return isOurs(text) ? readOurs(text, info, w) : readCourier(text, spec, w);
  } catch (thrown) {
    return { ...nothing, problem: failureText(thrown) };
  }
}

function readOurs(text: string, info: GameInfo, w: BeginWords): Reading {
  const game = readGame(text);
  if ("code" in game) return { ...nothing, problem: game.code === "empty" ? w.empty : w.noPosition };
  const other = readInfo(game.spec, settings.language);
  if (other.id !== info.id) return { ...nothing, problem: w.otherGame(other.name) };
  const match = new Match(game.spec, game.start);
  try {
    let stop: string | null = null;
    for (const [i, move] of game.moves.entries()) {
      try {
        match.play(move, settings.language);
      } catch (thrown) {
        stop = w.badMove(move, i + 1, failureText(thrown));
        break;
      }
    }
    return { ...reached(match, stop), fixed: true };
  } finally {
    match.free();
  }
}

function readCourier(text: string, spec: string, w: BeginWords): Reading {
  const { start, moves, word, ignored, stop } = importCourier(spec, text, settings.language);
  const match = new Match(spec, start, moves);
  try {
    return { ...reached(match, stop && w.badTurn(stop.text, stop.turn, whyNot(stop, w))), word, ignored };
  } finally {
    match.free();
  }
}

function whyNot({ over, why }: NonNullable<Imported["stop"]>, w: BeginWords): string {
  return over !== null ? w.afterWord(over) : why === null ? "" : failureText(JSON.stringify(why satisfies RulesFailure));
}

function reached(match: Match, stop: string | null): Reading {
  const view = match.view(settings.language);
  const game = { spec: match.spec, start: match.start, moves: match.moves(), end: view.position };
  return { ...nothing, pieces: view.pieces, game, stop };
}
