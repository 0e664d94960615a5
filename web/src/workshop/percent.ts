import type { Share } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";
import { workshopWords } from "./words";

/** Shares below this have a decimal. */
const SMALL = 0.1;

/** Formats a share in percent with its 95 % confidence interval. */
export function percent(share: Share): string {
  if (share.of === 0) return "–";
  const format = new Intl.NumberFormat(settings.language, { style: "percent", maximumFractionDigits: share.most < SMALL ? 1 : 0 });
  return `${format.format(share.found)} (${workshopWords().between(format.format(share.least), format.format(share.most))})`;
}
