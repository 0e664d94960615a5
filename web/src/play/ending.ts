import type { GameState, Side } from "../api/types";
import type { Strings } from "../language/en";

/** How the players ended a game that its rules had not ended. */
export type Ending = { type: "resigned"; side: Side } | { type: "agreed" } | { type: "aborted"; side: Side };

/** Reads from a state how the players ended the game; `null` where they did not. */
export function ending(state: GameState): Ending | null {
  if (state.resigned) return { type: "resigned", side: state.resigned };
  if (state.agreed) return { type: "agreed" };
  return state.aborted ? { type: "aborted", side: state.aborted } : null;
}

/** Says how the players ended a game. */
export function resultText(ending: Ending, sides: readonly string[], t: Strings): string {
  switch (ending.type) {
    case "resigned":
      return t.resigned(sides[ending.side - 1] ?? "", sides[2 - ending.side] ?? "");
    case "agreed":
      return t.agreedDraw;
    case "aborted":
      return t.aborted(sides[ending.side - 1] ?? "");
  }
}
