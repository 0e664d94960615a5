import type { Answer, Fault } from "@entourage/rules";

/** Changes a text as an answer to a question says. */
export function answered(text: string, { does, line, text: said }: Answer): string {
  const lines = text.split("\n");
  const at = line - 1;
  const stood = lines[at];
  if (stood === undefined) return text;
  if (does === "meant") {
    // A line says all that is meant of it in one comment.
    lines[at] = MEANT.test(stood) ? `${stood.trimEnd()}, ${said.replace(/^# meant: /, "")}` : `${stood.trimEnd()}  ${said}`;
  } else if (does === "without") {
    const end = endOf(lines, at);
    lines.splice(at, end - at);
  } else {
    lines.splice(endOf(lines, at), 0, said);
  }
  return lines.join("\n");
}

/** Finds the line behind a sentence: what goes on after a comma, and what is indented further, belongs to it. */
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

/** A comment at the end of a line that names what is meant there. */
const MEANT = /# meant:([a-z, -]*)$/;

/** Tells whether a comment at the end of its line says that what a warning asks about is meant. */
export function isMeant(text: string, { isWarning, line, code, file }: Fault): boolean {
  const words = MEANT.exec((text.split("\n")[line - 1] ?? "").trimEnd())?.[1] ?? "";
  return isWarning && file === null && words.split(/[, ]+/).includes(code);
}
