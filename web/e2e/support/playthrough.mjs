import { readFileSync } from "node:fs";

const GAMES = new URL("../../../games/", import.meta.url);

/** Reads a whole game with the position after each move. */
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

/** Splits a move's text into the squares to click. */
export const squaresOf = (move) => move.match(/[a-k]\d+|[wb]ls/g) ?? [];
