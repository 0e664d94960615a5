import type { Answer, Fault } from "@entourage/rules";

/** Applies a quick fix for a warning to a definition. */
export function answered(text: string, { does, line, text: said }: Answer): string {
  const lines = text.split("\n");
  const at = line - 1;
  const stood = lines[at];
  if (stood === undefined) return text;
  if (does === "meant") {
    // All accepted warnings of a line are in one comment.
    lines[at] = MEANT.test(stood) ? `${stood.trimEnd()}, ${said.replace(/^# meant: /, "")}` : `${stood.trimEnd()}  ${said}`;
  } else if (does === "without") {
    const end = endOf(lines, at);
    lines.splice(at, end - at);
  } else {
    lines.splice(endOf(lines, at), 0, said);
  }
  return lines.join("\n");
}

/** Returns the last line of a sentence, including continuations after a comma and indented lines. */
function endOf(lines: readonly string[], at: number): number {
  const indent = (line: string) => line.length - line.trimStart().length;
  const own = indent(lines[at] ?? "");
  let end = at + 1;
  while (end < lines.length) {
    const line = lines[end] ?? "";
    const goesOn = (lines[end - 1] ?? "").replace(/#.*$/, "").trimEnd().endsWith(",");
    if (!goesOn && (line.trim() === "" || indent(line) <= own)) break;
    end++;
  }
  return end;
}

/** A comment at the end of a line that lists accepted warnings. */
const MEANT = /# meant:([a-z, -]*)$/;

/** Returns whether a comment at the end of its line accepts a warning. */
export function isMeant(text: string, { isWarning, line, code, file }: Fault): boolean {
  const words = MEANT.exec((text.split("\n")[line - 1] ?? "").trimEnd())?.[1] ?? "";
  return isWarning && file === null && words.split(/[, ]+/).includes(code);
}
