// Formats of dates and numbers; nothing else on the page uses `Intl` or `toLocale…`, which would ignore the reader's region or the page's language.
import { localeOf } from "../language/locale";
import { settings } from "./settings.svelte";

const locale = (): string => localeOf(settings.language, navigator.languages ?? []);

/** Returns a format of dates; French dates begin with "1er", which `Intl` does not write. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Pick<Intl.DateTimeFormat, "format"> {
  const form = new Intl.DateTimeFormat(locale(), options);
  return { format: (date) => (settings.language === "fr" ? form.format(date).replace(/(?<!\S)1 (?=[a-zéû])/, "1er ") : form.format(date)) };
}

/** Returns a format of numbers with at most the given number of decimals. */
export const numberFormat = (decimals = 0): Intl.NumberFormat => new Intl.NumberFormat(locale(), { maximumFractionDigits: decimals });

/** Returns a format of large numbers such as `1.2M`. */
export const shortNumberFormat = (): Intl.NumberFormat => new Intl.NumberFormat(locale(), { notation: "compact", maximumFractionDigits: 1 });

/** Formats a share of 1 in percent. */
export const percent = (share: number, decimals = 0): string => new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: decimals }).format(share);
