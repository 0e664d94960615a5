import type { Enforcement } from "@entourage/rules";

/** A game as text: the spec and rule enforcement (unless enforced) on the first line, the starting position on the second, then the moves. */
export interface GameText {
  spec: string;
  start: string;
  moves: string[];
  degree: Enforcement;
}

export type GameTextProblem = { code: "empty" } | { code: "noPosition" };

/** Formats a game as text, ten moves per line. */
export function writeGame({ spec, start, moves, degree }: GameText): string {
  const lines = [];
  for (let i = 0; i < moves.length; i += 10) lines.push(moves.slice(i, i + 10).join(" "));
  return [degree === "enforced" ? spec : `${spec} ${degree}`, start, ...lines].join("\n") + "\n";
}

/** Returns whether a text is in Entourage's format, whose second line is a position, rather than Game Courier's. */
export function isOurs(text: string): boolean {
  const [first = "", second] = text.trim().split(/\s*\n\s*/);
  const named = /^[a-z0-9]+(:\S*)?( warned| free)?$/.exec(first);
  if (named === null) return false;
  const degree = named[2];
  if (second === undefined) return first.includes(":") || degree !== undefined;
  // Games with manual moves may start from illegal positions.
  return /^[^/\s]+\/\S+ /.test(second) || (degree !== undefined && /^\S+ [12]$/.test(second));
}

/** Splits a pasted game into parts, which the rules then check. */
export function readGame(text: string): GameText | GameTextProblem {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const [first, start, ...rest] = lines;
  if (first === undefined) return { code: "empty" };
  if (start === undefined) return { code: "noPosition" };
  const [spec = "", degree] = first.split(" ");
  const moves = rest.flatMap((line) => line.split(/\s+/));
  return { spec, start, moves, degree: degree === "warned" || degree === "free" ? degree : enforcementOf(moves) };
}

/** Returns the rule enforcement of a game that does not state it: manual moves begin with `~`, and a game without enforcement has only those. */
function enforcementOf(moves: readonly string[]): Enforcement {
  if (!moves.some((move) => move.startsWith("~"))) return "enforced";
  return moves.every((move) => move.startsWith("~")) ? "free" : "warned";
}

/** Converts a byte offset to a character offset. */
export function characterAt(text: string, byte: number): number {
  return new TextDecoder().decode(new TextEncoder().encode(text).slice(0, byte)).length;
}
