import type { Choice, Degree, GameInfo, NewGame, OptionInfo, Player, Side } from "@entourage/rules";
import type { Found } from "../begin/found";

/** What a new game is asked for by. */
type Asked = Pick<GameInfo, "id" | "options">;

/** What a person chooses for a new game. */
export interface Choices {
  /** One choice's code for each option of the game. */
  options: Record<string, string>;
  /** The number for each option that is drawn by lot; none where it is left to chance. */
  numbers: Record<string, number | null>;
  repetition: boolean;
  quietLimit: boolean;
  opponent: "computer" | "person" | "friend";
  side: "1" | "2" | "lot";
  /** Whether anybody may take the other side, or only a friend who gets a link. */
  open: boolean;
  /** Whether a game that anybody may join is listed while it is played, for others to watch. */
  watched: boolean;
  /** Whether it counts for the ratings of its players. */
  rated: boolean;
  level: number;
  /** How much the rules help two people. */
  degree: Degree;
  /** How fast two people apart play, as the server writes it. */
  pace: string;
}

/** What the page turns on by default against endless games. */
export const REPETITION = "repetition=3";
export const QUIET_LIMIT = "quiet-limit=100";

export const usual: Choices = {
  options: {},
  numbers: {},
  repetition: true,
  quietLimit: true,
  opponent: "computer",
  side: "1",
  open: false,
  // Whoever sits down is told so before, nobody is named, and either takes it back.
  watched: true,
  rated: false,
  level: 1,
  degree: "enforced",
  pace: "unlimited",
};

/** Finds what is chosen of an option: the first choice where nothing is. */
export function chosen(option: OptionInfo, choices: Choices): Choice | undefined {
  return option.choices.find((choice) => choice.code === choices.options[option.code]) ?? option.choices[0];
}

/**
 * Writes the spec of a game with these choices.
 *
 * What is to be drawn by lot is drawn by `chance`, from 0 to 1; without it the game is as before the draw.
 */
export function writeSpec(info: Asked, choices: Choices, chance: number | null = null): string {
  const words = info.options.map((option) => {
    const choice = chosen(option, choices);
    if (!choice?.draws) return choice?.code ?? "";
    const number = choices.numbers[option.code] ?? (chance === null ? null : Math.floor(chance * choice.draws));
    return number === null ? "" : `${choice.code}=${number}`;
  });
  if (choices.repetition) words.push(REPETITION);
  if (choices.quietLimit) words.push(QUIET_LIMIT);
  const written = words.filter((word) => word !== "");
  return written.length > 0 ? `${info.id}:${written.join(",")}` : info.id;
}

/** Returns the side of the person at this device; `chance` from 0 to 1 decides where it is left to the lot. */
function ownSide(choices: Choices, chance: number): Side {
  return choices.side === "lot" ? (chance < 0.5 ? 1 : 2) : choices.side === "1" ? 1 : 2;
}

/** Tells whether a game may count for ratings as it is chosen, by whoever is signed in; a start other than the usual one never does. */
export function mayBeRated(choices: Choices, signed: boolean, usualStart: boolean): boolean {
  return signed && usualStart && choices.opponent === "friend" && choices.open && choices.degree === "enforced" && choices.pace !== "unlimited";
}

/** Seats the players. */
export function seat(choices: Choices, chance: number): [Player, Player] {
  const human: Player = { kind: "human" };
  if (choices.opponent !== "computer") return [human, { ...human }];
  const computer: Player = { kind: "computer", level: choices.level };
  return ownSide(choices, chance) === 1 ? [human, computer] : [computer, human];
}

/** Returns how much the rules help: against the computer they enforce themselves. */
export function degreeFor(choices: Choices): Degree {
  return choices.opponent === "computer" ? "enforced" : choices.degree;
}

/**
 * Makes what the server is asked for: from the start, or from what was found in its place.
 *
 * Only who is signed in plays for ratings. `chance` decides on the sides, and `lot` on a start that is drawn; what was found is of no start.
 */
export function order(info: Asked, choices: Choices, found: Found | null, chance: number, lot = chance, signed = false): NewGame {
  const game = found?.game ?? null;
  const spec = game?.spec ?? writeSpec(info, choices, found ? null : lot);
  const wanted: NewGame = { spec, players: seat(choices, chance) };
  const degree = degreeFor(choices);
  if (degree !== "enforced") wanted.degree = degree;
  if (choices.opponent === "friend") {
    wanted.seats = { host: ownSide(choices, chance), ...(choices.open ? { open: true, ...(choices.watched ? { watched: true } : {}) } : {}) };
    if (choices.rated && mayBeRated(choices, signed, found === null)) wanted.seats.rated = true;
    if (choices.pace !== "unlimited") wanted.pace = choices.pace;
    // Under the rules a game with a friend begins where the other ended; so does one that anybody may join, who sees where it begins. What hands
    // have done is more than a position, and is taken over whole.
    if (game && (degree === "enforced" || choices.open)) return { ...wanted, position: game.end };
  }
  if (game) return { ...wanted, position: game.start, moves: game.moves };
  return found?.position == null ? wanted : { ...wanted, position: found.position };
}
