import { describe, expect, it } from "vitest";
import { chaptersOf, isNumber, outlineOf } from "./outline";
import { rulesText } from "./texts";

const PAGE = "# Title\n\n## One {#one}\n\n### 1. *Two* {#two}\n\nWords {#not} more.\n\n## Rulings {#rulings}\n\n**T1. So it is.** {#T1}\nWords.\n\n**T2 has** more. {#T2}\n";

describe("the outline of a rules page", () => {
  it("lists the passages that can be cited", () => {
    expect(outlineOf(PAGE)).toEqual([
      { anchor: "one", title: "One", level: 2 },
      { anchor: "two", title: "1. Two", level: 3 },
      { anchor: "rulings", title: "Rulings", level: 2 },
      { anchor: "T1", title: "T1. So it is", level: 4 },
      { anchor: "T2", title: "T2 has", level: 4 },
    ]);
  });

  it("groups entries by chapter", () => {
    const chapters = chaptersOf(outlineOf(PAGE));
    expect(chapters.map(({ anchor, sections, paragraphs }) => [anchor, sections.length, paragraphs.length])).toEqual([["one", 1, 0], ["rulings", 0, 2]]);
  });

  it("recognises the numbers of rulings", () => {
    expect(["T1", "AB12", "power-3", "turn", "T"].map(isNumber)).toEqual([true, true, false, false, false]);
  });

  it("is empty for a game without rules", async () => {
    expect(outlineOf(await rulesText("", "en"))).toEqual([]);
  });
});
