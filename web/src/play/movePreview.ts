import type { Change, MoveView, View, Weighing } from "@entourage/rules";
import type { Strings } from "../language/en";
import { settings } from "../settings/settings.svelte";
import type { Game } from "./game.svelte";

/** The signs of changes in the order in which they are told. */
export const SIGNS = ["gain", "cost", "both"] as const;

/** Finds the move that is weighed: the one that waits to be confirmed, the one considered, or the only one to the square looked at. */
export function weighed(game: Game, considered: MoveView | null): MoveView | null {
  const { pending, options, targets } = game.entry;
  if (pending) return pending;
  if (considered || options) return considered;
  const moves = game.looked === null ? [] : (targets.get(game.looked)?.moves ?? []);
  return moves.length === 1 ? (moves[0] ?? null) : null;
}

/** What the rules have said of the moves of a moment: it is asked once. */
const known = new WeakMap<View, Map<MoveView, Weighing | null>>();

/** Asks the rules what a move would change; `null` where they are silent. */
export function weigh(game: Game, move: MoveView | null): Weighing | null {
  const { view, match } = game;
  // What is known of the present moment tells when to ask again.
  if (!move || !match || !view?.moves.includes(move)) return null;
  let found = known.get(view);
  if (!found) known.set(view, (found = new Map()));
  const before = found.get(move);
  if (before !== undefined) return before;
  const weighing = match.weigh(move.text, settings.language);
  found.set(move, weighing);
  return weighing;
}

/** Gathers changes by what they are to whoever moves; what is empty is left out. */
export function gathered(changes: readonly Change[]): { sign: Change["sign"]; changes: Change[] }[] {
  const groups = SIGNS.map((sign) => ({ sign, changes: changes.filter((change) => change.sign === sign) }));
  return groups.filter((group) => group.changes.length > 0);
}

/** Says all that a move would change, for those who hear it. */
export function saying({ changes }: Weighing, t: Strings): string {
  if (changes.length === 0) return t.changesNothing;
  return gathered(changes).map((group) => t.told(t.gains[group.sign], group.changes.map((change) => change.sentence))).join(" ");
}
