import { typographic } from "@entourage/rules";

/** Applies French typography to all strings of a French dictionary, including those its functions return. */
export function typeset<T>(words: T): T {
  if (typeof words === "string") return typographic(words) as T;
  if (typeof words === "function") return ((...parts: unknown[]) => typeset((words as (...parts: unknown[]) => unknown)(...parts))) as T;
  if (Array.isArray(words)) return words.map(typeset) as T;
  if (typeof words === "object" && words !== null) return Object.fromEntries(Object.entries(words).map(([name, value]) => [name, typeset(value)])) as T;
  return words;
}
