import type { GameEvent, Told } from "@entourage/rules";
import * as wasm from "@entourage/rules/generated/entourage_wasm.js";

/** Computes the state after events by the same fold as the server; events that cannot follow are skipped. */
export function fold(events: readonly GameEvent[]): Told {
  return JSON.parse(wasm.fold(JSON.stringify(events))) as Told;
}
