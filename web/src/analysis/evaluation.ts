import type { Side } from "@entourage/rules";

/** Converts the expected result of a side to that of the first side; both in thousandths of a win. */
export const forFirst = (chances: number, side: Side): number => (side === 1 ? chances : 1000 - chances);

/** Formats a score for the first side: `+0.35`, or `#5` for a win of the first side in five moves, `#-5` for a loss. */
export function scoreForFirst(score: string, side: Side): string {
  if (side === 1) return score;
  if (score.startsWith("#")) return score.startsWith("#-") ? `#${score.slice(2)}` : `#-${score.slice(1)}`;
  const sign = { "+": "-", "-": "+" }[score.charAt(0)];
  return sign === undefined || /^[+-]0\.00$/.test(score) ? score : sign + score.slice(1);
}

/** Points of a graph of expected results, of a game with `positions` positions, in a box that is 100 wide and 100 high; 0 is a certain win of the first side. */
export const graphPoints = (chances: readonly number[], positions: number): { x: number; y: number }[] =>
  chances.map((value, ply) => ({ x: (100 * ply) / Math.max(positions - 1, 1), y: 100 - value / 10 }));
