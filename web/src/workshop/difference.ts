import { diffArrays } from "diff";

/** A sentence of either text. */
export interface Sentence {
  /** Whether it stands in both texts, only in the one begun from, or only in the new one. */
  sort: "same" | "gone" | "new";
  text: string;
}

/** Puts a text into sentences: what is indented below a line belongs to it, and what only comments says nothing. */
export function sentences(text: string): string[] {
  const lines = text.split("\n").map((line) => line.replace(/#(?=([^"]*"[^"]*")*[^"]*$).*$/, "").trimEnd());
  const found: string[] = [];
  for (const line of lines.filter((one) => one.trim() !== "")) {
    const last = found.at(-1);
    if (last !== undefined && (/^\s/.test(line) || last.endsWith(","))) found[found.length - 1] = `${last}\n${line}`;
    else found.push(line);
  }
  return found;
}

/** Tells sentence by sentence how a text differs from another; `null` where that would take too long to find. */
export function difference(before: string, after: string): Sentence[] | null {
  const parts = diffArrays(sentences(before), sentences(after), { timeout: 500 }) as ReturnType<typeof diffArrays<string>> | undefined;
  if (!parts) return null;
  return parts.flatMap(({ value, added, removed }) => value.map((text): Sentence => ({ sort: added ? "new" : removed ? "gone" : "same", text })));
}
