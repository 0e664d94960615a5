import type { GameInfo, Prospect } from "@entourage/rules";
import { numberFormat } from "../settings/formats";
import type { ExplainWords } from "./explainWords";

/** A good move and its consequences. */
export interface Hinted {
  prospect: Prospect;
  /** The evaluation: `+0.35`, or `#5` for a win in five moves. */
  score: string;
}

/** Number of plies shown; later ones are unreliable. */
export const SHOWN_PLIES = 6;

/** Returns in how many moves a score wins the game, negative for a loss; `null` for an evaluation. */
export function movesToEnd(score: string): number | null {
  const found = /^#(-?)(\d+)$/.exec(score);
  return found ? Number(found[2]) * (found[1] ? -1 : 1) : null;
}

/** Converts hundredths of the least valuable piece to pieces. */
export function inPieces(hundredths: number): string {
  return numberFormat(1).format(Math.abs(hundredths) / 100);
}

/** Describes what a hint gains, most certain first. */
export function winnings({ prospect, score }: Hinted, info: GameInfo, words: ExplainWords): string[] {
  const end = movesToEnd(score);
  if (end !== null) return [end > 0 ? words.winsIn(end) : words.losesIn(-end)];
  const names = (pieces: Prospect["won"]) => pieces.map(({ kind }) => info.kinds[kind]?.name ?? "").join(", ");
  const said: string[] = [];
  if (prospect.won.length > 0) said.push(`${words.wins} ${names(prospect.won)}.`);
  if (prospect.lost.length > 0) said.push(`${words.loses} ${names(prospect.lost)}.`);
  if (said.length === 0) said.push(words.even);
  else if (prospect.gain !== 0) said.push(words.balance(prospect.gain > 0, inPieces(prospect.gain)));
  if (prospect.alert !== null) said.push(words.warns(Math.ceil(prospect.alert / 2)));
  return said;
}
