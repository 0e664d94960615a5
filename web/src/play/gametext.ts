import type { Degree } from "@entourage/rules";

/**
 * A game as text: its spec on the first line, with its degree unless the rules enforce themselves, its start position on the second, and
 * its moves after that.
 */
export interface GameText {
  spec: string;
  start: string;
  moves: string[];
  degree: Degree;
}

export type GameTextProblem = { code: "empty" } | { code: "noPosition" };

/** Writes a game as text, ten moves a line. */
export function writeGame({ spec, start, moves, degree }: GameText): string {
  const lines = [];
  for (let i = 0; i < moves.length; i += 10) lines.push(moves.slice(i, i + 10).join(" "));
  return [degree === "enforced" ? spec : `${spec} ${degree}`, start, ...lines].join("\n") + "\n";
}

/** Tells our own texts of games, whose second line is a position, from those of Game Courier. */
export function isOurs(text: string): boolean {
  const [first = "", second] = text.trim().split(/\s*\n\s*/);
  const named = /^[a-z0-9]+(:\S*)?( warned| free)?$/.exec(first);
  if (named === null) return false;
  const degree = named[2];
  if (second === undefined) return first.includes(":") || degree !== undefined;
  // Games by hand may begin as no rules do.
  return /^[^/\s]+\/\S+ /.test(second) || (degree !== undefined && /^\S+ [12]$/.test(second));
}

/** Splits a pasted game; whether its parts mean anything is for the rules to say. */
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
  return { spec, start, moves, degree: degree === "warned" || degree === "free" ? degree : degreeOf(moves) };
}

/** Tells the degree of a game of which it is not said: turns by hand begin with `~`, and a free game has nothing else. */
function degreeOf(moves: readonly string[]): Degree {
  if (!moves.some((move) => move.startsWith("~"))) return "enforced";
  return moves.every((move) => move.startsWith("~")) ? "free" : "warned";
}

/** Returns the character in which a byte offset of a text falls, for rules that count bytes. */
export function characterAt(text: string, byte: number): number {
  return new TextDecoder().decode(new TextEncoder().encode(text).slice(0, byte)).length;
}
