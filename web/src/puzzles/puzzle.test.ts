import { expect, test } from "vitest";
import { identify } from "../rules/identify";
import { after, levelOf, lines, mainLine, plies, readPuzzle, type Solution } from "./puzzle";
import { readSet } from "./sets";

const files = import.meta.glob<string>("../../../puzzles/*.jsonl", { query: "?raw", import: "default", eager: true });

// The problem by Paul Morphy in docs/PUZZLES.md.
const MORPHY: Solution = { a1a6: { b7a6: { b6b7: {} }, "b8c7 b8d6 b8e5 b8f4 b8g3 b8h2": { a6a7: {} } } };

test("moves that share a key have the same continuation", () => {
  expect([plies(MORPHY), lines(MORPHY), mainLine(MORPHY)]).toEqual([3, 7, ["a1a6", "b7a6", "b6b7"]]);
  const replies = after(MORPHY, "a1a6") ?? {};
  expect(after(replies, "b8h2")).toEqual({ a6a7: {} });
  expect(after(replies, "b8c7 b8d6")).toBeUndefined();
  expect(after(replies, "b8")).toBeUndefined();
});

test("the main line is the longest one, and of several the first in alphabetical order", () => {
  expect(mainLine({ a: { d: { e: {} }, "z c": { e: { f: { g: {} } } }, b: { e: {} } } })).toEqual(["a", "c", "e", "f", "g"]);
});

test("difficulty grows with the length and the number of lines", () => {
  expect([levelOf({ a: {} }), levelOf({ a: { b: { c: {} } } }), levelOf(MORPHY), levelOf({ a: { "b c d e f g h i j": { k: {} } } })]).toEqual(["easy", "easy", "medium", "hard"]);
});

test.each(Object.entries(files))("all puzzles of %s are read and have different addresses", (path, text) => {
  const count = text.trimEnd().split("\n").length;
  const puzzles = readSet(path, text);
  expect(puzzles).toHaveLength(count);
  expect(new Set(puzzles.map(({ id }) => id)).size).toBe(count);
  expect(puzzles.filter(({ id }) => !/^[0-9a-z]{13}$/.test(id))).toEqual([]);
});

test("addresses do not change: they are 64-bit FNV-1a hashes", () => {
  expect([identify(""), identify("a"), identify("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")]).toEqual(["33niihzj4ux45", "2o0ongoiv4rrg", "3eslzx0dccmdt"]);
});

test("lines in other formats are skipped", () => {
  const line = '{"puzzle":1,"game":"one","rules":"1","position":"p","side":1,"win_in":1,"plies":1,"solution":{"a":{}},"themes":["quiet",3]}';
  expect(readPuzzle("one", line)?.themes).toEqual(["quiet"]);
  const deep = `${'{"a":'.repeat(100)}{}${"}".repeat(100)}`;
  for (const [from, to] of [['"puzzle":1', '"puzzle":2'], ['"side":1', '"side":3'], ['"win_in":1', '"win_in":"1"'], ['{"a":{}}', '{"a":1}'], ['{"a":{}}', "[]"], ['{"a":{}}', deep], ['"position":"p"', '"position":4'], ["}", ""]] as const) {
    expect(readPuzzle("one", line.replace(from, to)), to).toBeNull();
  }
});
