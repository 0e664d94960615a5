import type { Enforcement, GameInfo, ImportedTurn, RulesFailure } from "@entourage/rules";
import { isOurs, readGame, type GameText } from "../play/gametext";
import { failureText, info as readInfo, Match, typographic } from "../rules/rules";
import { settings } from "../settings/settings.svelte";
import { NOTHING, type Found } from "./found";
import { isRecord } from "./movetext";
import { importCourier, importRecord, sketch } from "./rules";
import type { BeginWords } from "./words";

/** A pasted game and what the user should know about it. */
export interface Reading extends Found {
  /** The move or turn at which reading stopped, and why. */
  stop: string | null;
  /** The first illegal turn, and why. */
  refused: string | null;
  /** Why the starting position is illegal. */
  opening: string | null;
  /** The keyword with which the players ended the game. */
  word: string | null;
  /** Ignored keys of a settings file. */
  ignored: string[];
  /** What is unusual in a PGN, each with its line. */
  warnings: string[];
}

const nothing: Reading = { ...NOTHING, stop: null, refused: null, opening: null, word: null, ignored: [], warnings: [] };

/** Reads a pasted game and plays it as far as its rule enforcement allows. */
export function readPasted(text: string, info: GameInfo, spec: string, degree: Enforcement, w: BeginWords): Reading {
  if (text.trim() === "") return { ...nothing, problem: w.empty };
  try {
    if (isRecord(text)) return readRecord(text, info, degree, w);
    return isOurs(text) ? readOurs(text, info, degree, w) : readCourier(text, spec, degree, w);
  } catch (thrown) {
    return { ...nothing, problem: failureText(thrown) };
  }
}

/** Returns the rule enforcement of a pasted game in Entourage's format if it has manual moves. */
export function enforcementOf(text: string): Enforcement | null {
  const named = isRecord(text) ? /^\s*\[\s*Degree\s+"(warned|free)"/m.exec(text)?.[1] : undefined;
  if (named === "warned" || named === "free") return named;
  const game = isOurs(text) ? readGame(text) : null;
  return game && "degree" in game && game.degree !== "enforced" ? game.degree : null;
}

function readOurs(text: string, info: GameInfo, degree: Enforcement, w: BeginWords): Reading {
  const game = readGame(text);
  if ("code" in game) return { ...nothing, problem: game.code === "empty" ? w.empty : w.noPosition };
  return played(game, info, degree, w);
}

function readRecord(text: string, info: GameInfo, degree: Enforcement, w: BeginWords): Reading {
  const { more, warnings, ...game } = importRecord(text);
  const read = played(game, info, degree, w);
  if (read.problem !== null) return read;
  return { ...read, ignored: more ? [w.otherGames] : read.ignored, warnings: warnings.map((each) => typographic(each[settings.language])) };
}

/** Plays a game in Entourage's format. */
function played(game: GameText, info: GameInfo, degree: Enforcement, w: BeginWords): Reading {
  const other = readInfo(game.spec, settings.language);
  if (other.id !== info.id) return { ...nothing, problem: w.otherGame(other.name) };
  const match = begun(game);
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
    if (game.degree === degree) return { ...reached(match), stop, fixed: true };
    // A game with different rule enforcement is replayed turn by turn.
    const again = readCourier(match.courier(), game.spec, degree, w);
    return { ...again, stop: again.stop ?? stop, fixed: true };
  } finally {
    match.free();
  }
}

/** Starts a game in Entourage's format; errors in its position use the selected notation. */
function begun({ spec, start, degree }: GameText): Match {
  try {
    return new Match(spec, start, [], degree);
  } catch (thrown) {
    const { problem } = sketch(spec, start, settings.language);
    throw problem ? JSON.stringify(problem) : thrown;
  }
}

function readCourier(text: string, spec: string, degree: Enforcement, w: BeginWords): Reading {
  const { start, moves, word, ignored, opening, refused, stop } = importCourier(spec, text, degree, settings.language);
  const told = {
    word,
    ignored,
    opening: opening && why(opening),
    refused: refused && whyNot(refused, w),
    stop: stop && whyNot(stop, w),
  };
  if (start === null) return { ...nothing, ...told, problem: told.opening };
  const match = new Match(spec, start, moves, degree);
  try {
    return { ...reached(match), ...told };
  } finally {
    match.free();
  }
}

const why = (failure: RulesFailure) => failureText(JSON.stringify(failure));

function whyNot({ turn, text, over, why: failure }: ImportedTurn, w: BeginWords): string {
  return w.badTurn(text, turn, over !== null ? w.afterWord(over) : failure === null ? "" : why(failure));
}

function reached(match: Match): Reading {
  const { position, pieces, removed = [] } = match.view(settings.language);
  return { ...nothing, pieces, removed, game: { spec: match.spec, start: match.start, moves: match.moves(), end: position } };
}
