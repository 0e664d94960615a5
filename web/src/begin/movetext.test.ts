import { expect, test } from "vitest";
import { isRecord, marked } from "./movetext";

test("a PGN begins with a tag or a move in standard notation; Game Courier turns are not PGN", () => {
  for (const text of ['[Event "x"]\n\n1. e4 *', "1. e4 e5 2. Nf3", "1.d4 d5", " 1. Nf3", "1. e4"]) expect(isRecord(text), text).toBe(true);
  for (const text of ["1. P e2-e4", "1. e2-e4", "P e2-e4", "name\nrnbqkbnr/8 w", "1. e2e4", "11. e4"]) expect(isRecord(text), text).toBe(false);
});

test("movetext without a result gets the marker of an unfinished game", () => {
  expect(marked("1. e4 e5\n")).toBe("1. e4 e5 *");
  for (const text of ["1. e4 e5 *", "1. e4 e5 1-0\n", "1. e4 1/2-1/2", '[Event "x"]\n\n1. e4']) expect(marked(text)).toBe(text);
});
