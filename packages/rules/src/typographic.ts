/** A no-break space. */
const TIED = "\u00a0";

/**
 * Applies French typography to a text: typographic apostrophes within words, and no-break spaces before two-part punctuation and percent signs and
 * inside guillemets. Positions and moves contain none of these.
 */
export const typographic = (text: string): string =>
  text
    .replace(/(?<=\p{L})'(?=[\p{L}«])/gu, "’")
    .replace(/ ([:;?!»%])/g, `${TIED}$1`)
    .replace(/« /g, `«${TIED}`);
