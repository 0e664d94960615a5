import { entries, recall } from "../api/library";
import { idOf } from "../rules/rules";

/** Returns whether no other game of this kind has been played on this device. */
export function isFirstGame(id: string, spec: string): boolean {
  const kind = idOf(spec);
  return !entries().some((entry) => {
    if (entry.id === id) return false;
    const copy = recall(entry.id);
    return copy !== null && idOf(copy.state.spec) === kind && [...copy.state.events, ...copy.pending].some(({ type }) => type === "move" || type === "turn");
  });
}
