/** Returns whether a text is a PGN, with or without tags. */
export const isRecord = (text: string): boolean => /^\s*\[\s*[A-Za-z]\w*\s+"/.test(text) || isMovetext(text);

/** Returns whether a text is PGN movetext such as `1. e4` or `1. Nf3`, but not a list of Game Courier turns such as `1. P e2-e4`. */
const isMovetext = (text: string): boolean => /^\s*1\.\s*(?:[a-h][1-8]|[NBRQK][a-h1-8]?[a-h][1-8])[+#]?(?=\s|$)/.test(text);

/** Adds the result marker of an unfinished game to movetext that lacks one. */
export const marked = (text: string): string => (!isMovetext(text) || /(?:1-0|0-1|1\/2-1\/2|\*)\s*$/.test(text) ? text : `${text.trimEnd()} *`);
