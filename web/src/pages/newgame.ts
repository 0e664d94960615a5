import type { Degree, GameInfo, NewGame, Player, Side } from "../api/types.generated";
import type { Found } from "../begin/found";

/** What a new game is asked for by. */
type Asked = Pick<GameInfo, "id" | "options">;

/** What a person chooses for a new game. */
export interface Choices {
  /** One choice's code for each option of the game. */
  options: Record<string, string>;
  repetition: boolean;
  quietLimit: boolean;
  opponent: "computer" | "person" | "friend";
  side: "1" | "2" | "lot";
  /** Whether anybody may take the other side, or only a friend who gets a link. */
  open: boolean;
  /** Whether a game that anybody may join is listed while it is played, for others to watch. */
  watched: boolean;
  level: number;
  /** How much the rules help two people. */
  degree: Degree;
  /** How fast two people apart play, as the server writes it. */
  pace: string;
}

/** What the page turns on by default against endless games. */
const REPETITION = "repetition=3";
const QUIET_LIMIT = "quiet-limit=100";

export const usual: Choices = {
  options: {},
  repetition: true,
  quietLimit: true,
  opponent: "computer",
  side: "1",
  open: false,
  // Whoever sits down is told so before, nobody is named, and either takes it back.
  watched: true,
  level: 1,
  degree: "enforced",
  pace: "unlimited",
};

/** Writes the spec of a game with these choices. */
export function writeSpec(info: Asked, choices: Choices): string {
  const words = info.options.map((option) => choices.options[option.code] ?? option.choices[0]?.code ?? "");
  if (choices.repetition) words.push(REPETITION);
  if (choices.quietLimit) words.push(QUIET_LIMIT);
  const written = words.filter((word) => word !== "");
  return written.length > 0 ? `${info.id}:${written.join(",")}` : info.id;
}

/** Returns the side of the person at this device; `chance` from 0 to 1 decides where it is left to the lot. */
function ownSide(choices: Choices, chance: number): Side {
  return choices.side === "lot" ? (chance < 0.5 ? 1 : 2) : choices.side === "1" ? 1 : 2;
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

/** Makes what the server is asked for: from the start, or from what was found in its place. */
export function order(info: Asked, choices: Choices, found: Found | null, chance: number): NewGame {
  const game = found?.game ?? null;
  const wanted: NewGame = { spec: game?.spec ?? writeSpec(info, choices), players: seat(choices, chance) };
  const degree = degreeFor(choices);
  if (degree !== "enforced") wanted.degree = degree;
  if (choices.opponent === "friend") {
    wanted.seats = { host: ownSide(choices, chance), ...(choices.open ? { open: true, ...(choices.watched ? { watched: true } : {}) } : {}) };
    if (choices.pace !== "unlimited") wanted.pace = choices.pace;
    // Under the rules a game with a friend begins where the other ended; so does one that anybody may join, who sees where it begins. What hands
    // have done is more than a position, and is taken over whole.
    if (game && (degree === "enforced" || choices.open)) return { ...wanted, position: game.end };
  }
  if (game) return { ...wanted, position: game.start, moves: game.moves };
  return found?.position == null ? wanted : { ...wanted, position: found.position };
}
