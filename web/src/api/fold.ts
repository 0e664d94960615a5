import type { GameEvent, Told } from "@entourage/rules";
import { anyRules } from "@entourage/rules";

/** The fields of all types of events. */
interface Fields {
  type: string;
  side?: number;
  from?: number;
  plies?: number;
  days?: number;
  move?: string;
  turn?: string;
  setup?: string;
  offer?: string;
  verdict?: string;
}

/** Applies the events of a game, with the same code as the server; invalid events are skipped. Throws if no rules are loaded. */
export function fold(events: readonly GameEvent[]): Told {
  const ledger = new (anyRules().Ledger)();
  try {
    for (const event of events) {
      const { type, side, from, plies, days, move, turn, setup, offer, verdict } = event as Fields;
      ledger.take(type, side, from, plies ?? days, move ?? turn ?? setup ?? offer ?? verdict);
    }
    return JSON.parse(ledger.told()) as Told;
  } finally {
    ledger.free();
  }
}
