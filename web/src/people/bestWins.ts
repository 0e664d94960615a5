import type { FinishedGame } from "@entourage/rules";

/** Maximum number of best wins. */
const MAX_WINS = 3;

/** Returns a player's wins against the strongest rated opponents, strongest first. */
export function bestWins(won: readonly FinishedGame[], player: string): FinishedGame[] {
  const opponent = ({ names, ratings }: FinishedGame): number => ratings[names[0] === player ? 1 : 0] ?? 0;
  return won
    .filter((one) => opponent(one) > 0)
    .sort((one, other) => opponent(other) - opponent(one))
    .slice(0, MAX_WINS);
}
