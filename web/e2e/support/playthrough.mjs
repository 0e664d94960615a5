import { readFileSync } from "node:fs";

const GAMES = new URL("../../../games/", import.meta.url);

/** Reads a whole game with what stands after each of its moves. */
export function playthrough(name, game = "toddler") {
  const text = readFileSync(new URL(`${game}/tests/data/${name}.tsv`, GAMES), "utf8");
  const [head, ...lines] = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const [spec, start] = head.split("\t");
  const plies = lines.map((line) => {
    const [move, status, count, position] = line.split("\t");
    return { move, status, count: Number(count), position };
  });
  return { spec, start, plies, moves: plies.map(({ move }) => move) };
}

/** Cuts a move's text into its squares: what a person clicks. */
export const squaresOf = (move) => move.match(/[a-k]\d+|[wb]ls/g) ?? [];
