import { fold } from "../api/fold";
import type { GameState } from "../api/state";
import type { GameEvent, NewGame } from "@entourage/rules";
import { info, Match } from "../rules/rules";
import { ready } from "../rules/written";

/** Creates a game on this device as the server would; throws if the rules reject it. */
export async function layOut(order: NewGame): Promise<GameState> {
  await ready(order.spec, null, order.degree);
  const match = new Match(order.spec, order.position, order.moves ?? [], order.degree);
  const [spec, start, moves] = [match.spec, match.start, match.moves()];
  match.free();
  const events = moves.map((move): GameEvent => (move.startsWith("~") ? { type: "turn", turn: move.slice(1) } : { type: "move", move }));
  return {
    ...fold(events),
    spec,
    rulesVersion: info(spec, "en").rulesVersion,
    start,
    seq: events.length,
    given: events.length,
    events,
    degree: order.degree ?? "enforced",
    seat: "both",
    host: true,
    players: order.players,
    createdAt: Date.now(),
    frozen: null,
  };
}
