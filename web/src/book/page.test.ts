import { describe, expect, it } from "vitest";
import { readDiagram, readRules, sectionsOf } from "./page";

describe("rules pages", () => {
  it("are split into headings, prose and diagrams", async () => {
    const page = "# Title\n\nWords.\n\n## *One* {#one}\n\n```position\n3/3 w - | A caption | a1 b2 | a1b2\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";
    const passages = await readRules(page);
    expect(passages.map((passage) => passage.type)).toEqual(["heading", "prose", "heading", "diagram", "prose"]);
    expect(passages[2]).toEqual({ type: "heading", level: 2, anchor: "one", html: "<em>One</em>" });
    expect(passages[3]).toEqual({ type: "diagram", position: "3/3 w -", caption: "A caption", squares: ["a1", "b2"], moves: ["a1b2"] });
    expect(passages[4]).toMatchObject({ anchor: "", html: expect.stringContaining("<table>") });
    expect(sectionsOf(passages).map((section) => section.length)).toEqual([2, 3]);
  });

  it("have anchors on paragraphs, and links where rulings are mentioned", async () => {
    const page = "**T1. So.** {#T1}\nMore of T2 and `T2`, not of T3.\n\n**T2** it is: T2. {#T2}\nNot so (T1).\n";
    const [first, second] = await readRules(page);
    const link = (number: string) => `<a href="#${number}" data-cites="${number}">${number}</a>`;
    expect(first).toEqual({ type: "prose", anchor: "T1", html: `<p><strong>T1. So.</strong>\nMore of ${link("T2")} and <code>T2</code>, not of T3.</p>\n` });
    expect(second).toEqual({ type: "prose", anchor: "T2", html: `<p><strong>T2</strong> it is: T2.\nNot so (${link("T1")}).</p>\n` });
  });

  it("keep bars inside a position", () => {
    const read = readDiagram("3/3 [A|-] w | A caption | a1");
    expect(read).toEqual({ type: "diagram", position: "3/3 [A|-] w", caption: "A caption", squares: ["a1"], moves: [] });
  });

  it("can omit caption, squares and moves", () => {
    expect(readDiagram("3/3 w -\n")).toEqual({ type: "diagram", position: "3/3 w -", caption: "", squares: [], moves: [] });
  });
});
