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

/** Formats hundredths of the least valuable piece in points. */
function inPoints(hundredths: number, words: ExplainWords): string {
  const points = Math.round(Math.abs(hundredths) / 10) / 10;
  return words.points(points, numberFormat(1).format(points));
}

/** Sentences about powers: what the first move changes, and which earlier moves of the line make its captures possible. */
export function reasons({ prospect }: Hinted, words: ExplainWords): string[] {
  const changes = (prospect.weighing?.changes ?? []).filter(({ sort }) => sort !== "end");
  const first = changes.find(({ sign }) => sign === "gain") ?? changes[0];
  const causes = prospect.causes.filter(({ ply, capture }) => ply > 1 && capture <= SHOWN_PLIES).map(({ ply, sentence }) => {
    const move = prospect.line[ply - 1];
    return move ? words.after(move.sentence, sentence) : "";
  });
  return [...new Set([...(first ? [`${first.sentence}.`] : []), ...causes])].filter((sentence) => sentence !== "");
}

/** Describes what a hint gains, most certain first; nothing if there is nothing to tell beside the powers. */
export function winnings({ prospect, score }: Hinted, info: GameInfo, words: ExplainWords): string[] {
  const end = movesToEnd(score);
  if (end !== null) return [end > 0 ? words.winsIn(end) : words.losesIn(-end)];
  const names = (pieces: Prospect["won"]) => pieces.map(({ kind }) => info.kinds[kind]?.name ?? "").join(", ");
  const said: string[] = [];
  if (prospect.won.length > 0) said.push(`${words.wins} ${names(prospect.won)}.`);
  if (prospect.lost.length > 0) said.push(`${words.loses} ${names(prospect.lost)}.`);
  if (said.length > 0 && prospect.gain !== 0) said.push(words.balance(prospect.gain > 0, inPoints(prospect.gain, words)));
  if (prospect.alert !== null) said.push(words.warns(Math.ceil(prospect.alert / 2)));
  const next = prospect.line.find(({ side }, i) => i > 0 && side === prospect.line[0]?.side);
  if (said.length === 0 && (prospect.weighing?.changes.length ?? 0) === 0 && next) said.push(words.prepares(next.sentence));
  return said;
}
