import type { GameState } from "../api/state";
import type { Side } from "@entourage/rules";
import type { Strings } from "../language/en";

/** How a game ended other than by its rules. */
export type Ending = { type: "resigned" | "aborted" | "flagged" | "absent"; side: Side } | { type: "agreed" | "lapsed" };

/** Returns how players or clocks ended the game; `null` if they did not. */
export function ending(state: GameState): Ending | null {
  // A tournament resigns the games of players who leave it; players without a move did not show up.
  if (state.resigned) return { type: state.tournament && state.moves.length < state.resigned ? "absent" : "resigned", side: state.resigned };
  if (state.agreed) return { type: "agreed" };
  if (state.flagged) return { type: "flagged", side: state.flagged };
  if (state.absent) return { type: "absent", side: state.absent };
  if (state.lapsed) return { type: "lapsed" };
  return state.aborted ? { type: "aborted", side: state.aborted } : null;
}

const DAY_MS = 86_400_000;

/** Formats how long a game took in minutes and seconds, or hours, minutes and seconds; `null` for games over days. */
export function playingTime(milliseconds: number): string | null {
  if (!(milliseconds >= 0 && milliseconds < DAY_MS)) return null;
  const seconds = Math.round(milliseconds / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Returns whether the game has no result. */
export function isVoid(ending: Ending | null): boolean {
  return ending?.type === "aborted" || ending?.type === "lapsed";
}

/** Returns the winner by resignation, time-out or no-show. */
export function winnerOf(ending: Ending | null): Side | null {
  return ending && "side" in ending && ending.type !== "aborted" ? (ending.side === 1 ? 2 : 1) : null;
}

/** Describes how players or clocks ended the game. */
export function resultText(ending: Ending, sides: readonly string[], t: Strings): string {
  switch (ending.type) {
    case "resigned":
      return t.resigned(sides[ending.side - 1] ?? "", sides[2 - ending.side] ?? "");
    case "flagged":
      return t.timeUp(sides[2 - ending.side] ?? "");
    case "absent":
      return t.noShow(sides[ending.side - 1] ?? "", sides[2 - ending.side] ?? "");
    case "lapsed":
      return t.lapsed;
    case "agreed":
      return t.agreedDraw;
    case "aborted":
      return t.aborted(sides[ending.side - 1] ?? "");
  }
}
