import { diffArrays } from "diff";

/** A sentence of either text. */
export interface Sentence {
  /** Whether it is in both texts, only in the old one, or only in the new one. */
  sort: "same" | "gone" | "new";
  text: string;
}

/** Splits a text into sentences with their indented lines; comment lines are dropped. */
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

/** Compares two texts sentence by sentence; `null` if that would take too long. */
export function difference(before: string, after: string): Sentence[] | null {
  const parts = diffArrays(sentences(before), sentences(after), { timeout: 500 }) as ReturnType<typeof diffArrays<string>> | undefined;
  if (!parts) return null;
  return parts.flatMap(({ value, added, removed }) => value.map((text): Sentence => ({ sort: added ? "new" : removed ? "gone" : "same", text })));
}
