import { expect, it } from "vitest";
import manual from "../../../docs/LANGUAGE.md?raw";
import { namesIn, termAt, TERMS } from "./vocabulary";

it("explains only terms from the manual, each of them once", () => {
  const said = manual.toLowerCase();
  for (const { word, says, example } of TERMS) {
    expect(said, word).toContain(word.split(" ")[0]);
    expect(example, word).toContain(word);
    expect(says.en).not.toBe(says.fr);
  }
  expect(new Set(TERMS.map(({ word, where }) => `${where} ${word}`)).size).toBe(TERMS.length);
});

it("finds the longest term at a column, and sentence keywords only at the start of a sentence", () => {
  expect(termAt("  moves and captures: step any", 4)?.term.word).toBe("moves and captures");
  expect(termAt("power x of King: it cannot be captured", 27)?.term.word).toBe("cannot be captured");
  expect(termAt("also piece P", 1)?.term.word).toBe("also piece");
  expect(termAt("call board: King", 6)).toBeNull();
  expect(termAt("stepson", 2)).toBeNull();
});

it("lists the names that a text defines", () => {
  const names = namesIn('piece N "Knight"\n  moves: leap 1-2\nzone palace: c1\npower lit of Knight: it cannot capture\n');
  expect(names).toEqual([
    { name: "Knight", sort: "piece" },
    { name: "palace", sort: "other" },
    { name: "lit", sort: "other" },
  ]);
});
