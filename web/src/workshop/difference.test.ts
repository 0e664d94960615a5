import { expect, it } from "vitest";
import { difference, sentences } from "./difference";

it("includes indented lines and continuations after a comma in a sentence, and drops comments", () => {
  const text = 'language 1\n# nothing\n\npiece K "King # 1"\n  moves: step any  # all ways\nafter a piece captures a Knight,\nan own Knight is put in own hand\n';
  expect(sentences(text)).toEqual(["language 1", 'piece K "King # 1"\n  moves: step any', "after a piece captures a Knight,\nan own Knight is put in own hand"]);
});

it("finds added and removed sentences", () => {
  expect(difference("a\nb\n  c\n", "a\nb\n  d\ne\n")).toEqual([
    { sort: "same", text: "a" },
    { sort: "gone", text: "b\n  c" },
    { sort: "new", text: "b\n  d" },
    { sort: "new", text: "e" },
  ]);
  expect(difference("a\n", "a # said why\n")?.every(({ sort }) => sort === "same")).toBe(true);
});
