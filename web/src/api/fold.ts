import type { GameEvent, Told } from "@entourage/rules";
import { rulesOf } from "@entourage/rules";

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

/** Applies events to a game whose rules are loaded, with the same code as the server; invalid events are skipped. */
export function fold(spec: string, events: readonly GameEvent[]): Told {
  const ledger = new (rulesOf(spec).Ledger)();
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
