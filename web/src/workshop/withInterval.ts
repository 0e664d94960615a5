import type { Share } from "@entourage/rules";
import { percent } from "../settings/formats";
import { workshopWords } from "./words";

/** Shares below this have a decimal. */
const SMALL = 0.1;

/** Formats a share in percent with its 95% confidence interval. */
export function withInterval(share: Share): string {
  if (share.of === 0) return "–";
  const format = (part: number) => percent(part, share.most < SMALL ? 1 : 0);
  return `${format(share.found)} (${workshopWords().between(format(share.least), format(share.most))})`;
}
