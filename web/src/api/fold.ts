import type { GameEvent, Told } from "@entourage/rules";
import * as wasm from "@entourage/rules/generated/entourage_wasm.js";

/** Tells what the events of a game amount to, by the same fold as the server's. What cannot follow is left out. */
export function fold(events: readonly GameEvent[]): Told {
  return JSON.parse(wasm.fold(JSON.stringify(events))) as Told;
}
