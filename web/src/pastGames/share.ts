import type { OpeningMove } from "@entourage/rules";

/** Percentages of wins by each side and of draws, rounded to whole numbers that add up to 100. */
export function shares({ games, won: [first, second] }: Pick<OpeningMove, "games" | "won">): [first: number, drawn: number, second: number] {
  if (games === 0) return [0, 0, 0];
  const counts = [first, games - first - second, second];
  const exact = counts.map((count) => (100 * count) / games);
  const whole = exact.map(Math.floor);
  // The rounding remainder goes to the values that lost most.
  const left = 100 - whole.reduce((sum, one) => sum + one, 0);
  const order = [0, 1, 2].sort((a, b) => exact[b]! - whole[b]! - (exact[a]! - whole[a]!));
  for (const index of order.slice(0, left)) whole[index]! += 1;
  return [whole[0]!, whole[1]!, whole[2]!];
}
