import type { Reach } from "@entourage/rules";
import { reachAt } from "../rules/rules";
import { settings } from "../settings/settings.svelte";
import type { Game } from "./game.svelte";

/** Returns the attacks in the position shown, by enemies of the user's side or else of the side to move; `null` if the rules provide none. */
export function reachOf(game: Game): Reach | null {
  const { seen, match } = game;
  if (!seen || !match || seen.adrift || game.degree === "free") return null;
  const side = game.own ?? seen.side;
  if (game.live) return match.reach(side, settings.language);
  return game.degree === "enforced" ? reachAt(match.spec, seen.position, side, settings.language) : null;
}
