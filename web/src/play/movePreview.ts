import type { Change, MoveView, View, Weighing } from "@entourage/rules";
import type { Strings } from "../language/en";
import { settings } from "../settings/settings.svelte";
import type { Game } from "./game.svelte";

/** Signs of changes in the order in which they are listed. */
export const SIGNS = ["gain", "cost", "both"] as const;

/** Returns the move to preview: the one awaiting confirmation, the hovered one, or the only one to the inspected square. */
export function weighed(game: Game, considered: MoveView | null): MoveView | null {
  const { pending, options, targets } = game.entry;
  if (pending) return pending;
  if (considered || options) return considered;
  const moves = game.looked === null ? [] : (targets.get(game.looked)?.moves ?? []);
  return moves.length === 1 ? (moves[0] ?? null) : null;
}

/** Previews of the moves of a position, cached. */
const known = new WeakMap<View, Map<MoveView, Weighing | null>>();

/** Computes the effects of a move; `null` if the rules provide none. */
export function weigh(game: Game, move: MoveView | null): Weighing | null {
  const { view, match } = game;
  // The position is the cache key.
  if (!move || !match || !view?.moves.includes(move)) return null;
  let found = known.get(view);
  if (!found) known.set(view, (found = new Map()));
  const before = found.get(move);
  if (before !== undefined) return before;
  const weighing = match.weigh(move.text, settings.language);
  found.set(move, weighing);
  return weighing;
}

/** Groups changes by their sign for the moving side, without empty groups. */
export function gathered(changes: readonly Change[]): { sign: Change["sign"]; changes: Change[] }[] {
  const groups = SIGNS.map((sign) => ({ sign, changes: changes.filter((change) => change.sign === sign) }));
  return groups.filter((group) => group.changes.length > 0);
}

/** Describes all effects of a move for screen readers. */
export function saying({ changes }: Weighing, t: Strings): string {
  if (changes.length === 0) return t.changesNothing;
  return gathered(changes).map((group) => t.told(t.gains[group.sign], group.changes.map((change) => change.sentence))).join(" ");
}
