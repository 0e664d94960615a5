/** Tells records of games, which begin with a tag, or without any with the first move as players write it. */
export const isRecord = (text: string): boolean => /^\s*\[\s*[A-Za-z]\w*\s+"/.test(text) || isMovetext(text);

/** Tells moves without tags: `1. e4` or `1. Nf3`, but no turns of Game Courier's players, such as `1. P e2-e4`. */
const isMovetext = (text: string): boolean => /^\s*1\.\s*(?:[a-h][1-8]|[NBRQK][a-h1-8]?[a-h][1-8])[+#]?(?=\s|$)/.test(text);

/** Writes the mark behind moves whose game goes on, where somebody copied them without one. */
export const marked = (text: string): string => (!isMovetext(text) || /(?:1-0|0-1|1\/2-1\/2|\*)\s*$/.test(text) ? text : `${text.trimEnd()} *`);
