import type { Side } from "@entourage/rules";
import { recall } from "../api/library";
import { isPreparing } from "../api/outbox";
import { pictureAddress } from "./picture";
import { settings } from "../settings/settings.svelte";

/** Returns the address of the picture of a starting position as the player of a side sees it. */
export const startPicture = (spec: string, start: string | null, own: Side): string =>
  pictureAddress(spec, start, settings.below === "own" ? own === 2 : settings.below === "2");

/** Returns the picture of the starting position of a game on this device; `null` if the game is unknown, has begun, or its rules are not enforced. */
export function startPictureOf(id: string): string | null {
  const state = recall(id)?.state;
  // The server draws only positions that the rules allow.
  const isDrawn = state && !isPreparing(state) && state.moves.length === 0 && (state.degree ?? "enforced") === "enforced";
  if (!isDrawn) return null;
  return startPicture(state.spec, state.start, state.seat === "2" || (state.seat !== "1" && state.players[0]?.kind === "computer") ? 2 : 1);
}
