import type { Choice, Enforcement, GameInfo, NewGame, OptionInfo, Player, Side } from "@entourage/rules";
import type { Found } from "./found";

/** What is needed to create a game. */
type Asked = Pick<GameInfo, "id" | "options">;

/** A user's choices for a new game. */
export interface Choices {
  /** The code of the selected choice for each option. */
  options: Record<string, string>;
  /** The number for each random option; `null` for a random one. */
  numbers: Record<string, number | null>;
  repetition: boolean;
  quietLimit: boolean;
  opponent: "computer" | "person" | "friend";
  side: "1" | "2" | "lot";
  /** Whether the invitation is public. */
  open: boolean;
  /** Whether a public game is listed for spectators. */
  watched: boolean;
  rated: boolean;
  level: number;
  /** Rule enforcement in games between two people. */
  degree: Enforcement;
  /** The time control in the server's format. */
  pace: string;
}

/** Options that the site turns on by default to prevent endless games. */
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
  // Players are anonymous to spectators, see this setting before they join, and can turn it off.
  watched: true,
  rated: false,
  level: 1,
  degree: "enforced",
  pace: "unlimited",
};

const KEY = "entourage.newgame";

/** Reads the choices of the last new game on this device. */
export function recallChoices(): Choices {
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Choices>), options: {}, numbers: {} };
  } catch {
    return { ...usual };
  }
}

export function rememberChoices(choices: Choices): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(choices));
  } catch {
    // The choices are not remembered.
  }
}

/** Returns the selected choice of an option; the first by default. */
export function chosen(option: OptionInfo, choices: Choices): Choice | undefined {
  return option.choices.find((choice) => choice.code === choices.options[option.code]) ?? option.choices[0];
}

/** Builds the spec of a game. Random options are drawn with `chance`, from 0 to 1; without it they remain undrawn. */
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

/** Returns the user's side; `chance` from 0 to 1 decides a random one. */
function ownSide(choices: Choices, chance: number): Side {
  return choices.side === "lot" ? (chance < 0.5 ? 1 : 2) : choices.side === "1" ? 1 : 2;
}

/** Returns whether a game with these choices can be rated; never from a custom starting position. */
export function canBeRated(choices: Choices, signed: boolean, usualStart: boolean): boolean {
  return signed && usualStart && choices.opponent === "friend" && choices.open && choices.degree === "enforced" && choices.pace !== "unlimited";
}

/** Returns the players in seat order. */
export function seat(choices: Choices, chance: number): [Player, Player] {
  const human: Player = { kind: "human" };
  if (choices.opponent !== "computer") return [human, { ...human }];
  const computer: Player = { kind: "computer", level: choices.level };
  return ownSide(choices, chance) === 1 ? [human, computer] : [computer, human];
}

/** Returns the rule enforcement; always enforced against the computer. */
export function enforcementFor(choices: Choices): Enforcement {
  return choices.opponent === "computer" ? "enforced" : choices.degree;
}

/**
 * Builds the request for a new game, from the standard position or a pasted one. Rated games require a signed-in user. `chance` decides the sides and
 * `lot` a random start; a pasted start is not random.
 */
export function order(info: Asked, choices: Choices, found: Found | null, chance: number, lot = chance, signed = false): NewGame {
  const game = found?.game ?? null;
  const spec = game?.spec ?? writeSpec(info, choices, found ? null : lot);
  const wanted: NewGame = { spec, players: seat(choices, chance) };
  const degree = enforcementFor(choices);
  if (degree !== "enforced") wanted.degree = degree;
  if (choices.opponent === "friend") {
    wanted.seats = { host: ownSide(choices, chance), ...(choices.open ? { open: true, ...(choices.watched ? { watched: true } : {}) } : {}) };
    if (choices.rated && canBeRated(choices, signed, found === null)) wanted.seats.rated = true;
    if (choices.pace !== "unlimited") wanted.pace = choices.pace;
    // With enforced rules, a game with a friend starts from the final position of the other game; so does a public one, whose players see where it
    // starts. Manual moves are more than a position and are copied in full.
    if (game && (degree === "enforced" || choices.open)) return { ...wanted, position: game.end };
  }
  if (game) return { ...wanted, position: game.start, moves: game.moves };
  return found?.position == null ? wanted : { ...wanted, position: found.position };
}
