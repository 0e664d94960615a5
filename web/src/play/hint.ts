import type { GameInfo, Prospect } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";
import type { ExplainWords } from "./explainWords";

/** A good move, and what comes of it. */
export interface Hinted {
  prospect: Prospect;
  /** What the search thinks of it: `+0.35`, or `#5` for a win in five moves. */
  score: string;
}

/** The plies of a line that are shown: further on it is guesswork. */
export const SHOWN_PLIES = 6;

/** Reads from a score in how many moves the game is won, or lost by a negative number; `null` for an estimate. */
export function movesToEnd(score: string): number | null {
  const found = /^#(-?)(\d+)$/.exec(score);
  return found ? Number(found[2]) * (found[1] ? -1 : 1) : null;
}

/** Writes hundredths of the smallest piece's worth as such pieces. */
export function inPieces(hundredths: number): string {
  return new Intl.NumberFormat(settings.language, { maximumFractionDigits: 1 }).format(Math.abs(hundredths) / 100);
}

/** Says what a hint wins, from the most to the least certain. */
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
