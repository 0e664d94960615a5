import { describe, expect, it } from "vitest";
import { readDiagram, readRules } from "./diagrams";
import { readRoute } from "./route";

describe("rules pages", () => {
  it("are cut into prose and diagrams", async () => {
    const page = "# Title\n\nWords.\n\n```position\n3/3 w - | A caption | a1 b2\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";
    const passages = await readRules(page);
    expect(passages.map((passage) => passage.type)).toEqual(["prose", "diagram", "prose"]);
    expect(passages[1]).toEqual({ type: "diagram", position: "3/3 w -", caption: "A caption", squares: ["a1", "b2"] });
    expect(passages[2]).toMatchObject({ html: expect.stringContaining("<table>") });
  });

  it("may leave caption and squares out", () => {
    expect(readDiagram("3/3 w -\n")).toEqual({ type: "diagram", position: "3/3 w -", caption: "", squares: [] });
  });
});

describe("addresses", () => {
  it("are read from the fragment", () => {
    expect(readRoute("")).toEqual({ page: "start" });
    expect(readRoute("#game=ABC-1")).toEqual({ page: "game", id: "ABC-1" });
    expect(readRoute("#game=")).toEqual({ page: "start" });
    expect(readRoute("#game=%E0%A4%A")).toEqual({ page: "start" });
    expect(readRoute("#rules=one%20two")).toEqual({ page: "rules", game: "one two" });
    expect(readRoute("#credits")).toEqual({ page: "credits" });
  });
});
