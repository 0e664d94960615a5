import type { LanguageCode } from "@entourage/rules";

/** Locales for readers whose region is unknown or has no conventions in the page's language: those of most regions. */
const NEUTRAL: Record<LanguageCode, string> = { en: "en-001", fr: "fr" };

function parsed(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}

/**
 * Returns the locale for dates and numbers on a page in `language`: the first of the reader's languages that is the page's. If there is none, the page's
 * language with the region of the reader's first language, such as `en-DE` for an English page in a German browser, or a neutral locale if the browser
 * does not know this combination.
 */
export function localeOf(language: LanguageCode, preferred: readonly string[]): string {
  const locales = preferred.map(parsed).filter((locale) => locale !== null);
  const own = locales.find((locale) => locale.language === language);
  if (own) return own.toString();
  const region = locales[0]?.maximize().region;
  if (!region) return NEUTRAL[language];
  const regional = `${language}-${region}`;
  // Formats for unknown regions are American or those of France.
  return new Intl.DateTimeFormat(regional).resolvedOptions().locale === regional ? regional : NEUTRAL[language];
}
