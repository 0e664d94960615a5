import type { FinishedGame } from "@entourage/rules";
import { expect, test } from "vitest";
import { bestWins } from "./bestWins";

const won = (game: string, names: [string | null, string | null], ratings: [number | null, number | null]) => ({ game, names, ratings }) as FinishedGame;

test("the best wins are those against the strongest opponents, whatever the player's own rating", () => {
  const games = [
    won("a", ["Ada", "Bob"], [2000, 1500]),
    won("b", ["Eve", "Ada"], [1700, 1400]),
    won("c", ["Ada", null], [1900, null]),
    won("d", ["Ada", "Max"], [1200, 1600]),
    won("e", ["Ada", "Una"], [1200, 1550]),
  ];
  expect(bestWins(games, "Ada").map(({ game }) => game)).toEqual(["b", "d", "e"]);
});
