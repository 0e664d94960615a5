/** A game as text: its spec on the first line, its start position on the second, and its moves after that. */
export interface GameText {
  spec: string;
  start: string;
  moves: string[];
}

export type GameTextProblem = { code: "empty" } | { code: "noPosition" };

/** Writes a game as text, ten moves a line. */
export function writeGame({ spec, start, moves }: GameText): string {
  const lines = [];
  for (let i = 0; i < moves.length; i += 10) lines.push(moves.slice(i, i + 10).join(" "));
  return [spec, start, ...lines].join("\n") + "\n";
}

/** Tells our own texts of games, whose second line is a position, from those of Game Courier. */
export function isOurs(text: string): boolean {
  const [first = "", second] = text.trim().split(/\s*\n\s*/);
  if (first.startsWith("$") || !/^[a-z0-9]+(:\S*)?$/.test(first)) return false;
  return second === undefined ? first.includes(":") : /^[^/\s]+\/\S+ /.test(second);
}

/** Splits a pasted game; whether its parts mean anything is for the rules to say. */
export function readGame(text: string): GameText | GameTextProblem {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const [spec, start, ...rest] = lines;
  if (spec === undefined) return { code: "empty" };
  if (start === undefined) return { code: "noPosition" };
  return { spec, start, moves: rest.flatMap((line) => line.split(/\s+/)) };
}

/** Returns the character in which a byte offset of a text falls, for rules that count bytes. */
export function characterAt(text: string, byte: number): number {
  return new TextDecoder().decode(new TextEncoder().encode(text).slice(0, byte)).length;
}
