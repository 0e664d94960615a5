import type { Degree } from "../api/types";
import { Match } from "../rules/rules";
import type { GameText } from "./gametext";

/** Writes the moves of a game as Game Courier's players do, a turn a line. */
export function writeTurns({ spec, start, moves }: GameText, degree: Degree): string {
  const match = new Match(spec, start, moves, degree);
  try {
    return match.courier().map((turn) => `${turn}\n`).join("");
  } finally {
    match.free();
  }
}
