/** A space at which no line breaks. */
const TIED = "\u00a0";

/** Ties a French text's double signs to the words beside them: no line begins with a colon, or ends with an opening quotation mark. */
export const tied = (text: string): string => text.replace(/ ([:;?!»])/g, `${TIED}$1`).replace(/« /g, `«${TIED}`);

/** Ties the signs of every French text, those that are made of something included. */
export function typeset<T>(words: T): T {
  if (typeof words === "string") return tied(words) as T;
  if (typeof words === "function") return ((...parts: unknown[]) => typeset((words as (...parts: unknown[]) => unknown)(...parts))) as T;
  if (Array.isArray(words)) return words.map(typeset) as T;
  if (typeof words === "object" && words !== null) return Object.fromEntries(Object.entries(words).map(([name, value]) => [name, typeset(value)])) as T;
  return words;
}
