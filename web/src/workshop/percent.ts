import type { Share } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";
import { workshopWords } from "./words";

/** What stays below this has tenths. */
const SMALL = 0.1;

/** Says a share in percent, with the interval in which the truth lies in 95 of 100 cases. */
export function percent(share: Share): string {
  if (share.of === 0) return "–";
  const format = new Intl.NumberFormat(settings.language, { style: "percent", maximumFractionDigits: share.most < SMALL ? 1 : 0 });
  return `${format.format(share.found)} (${workshopWords().between(format.format(share.least), format.format(share.most))})`;
}
