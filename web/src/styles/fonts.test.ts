import figtree from "@fontsource-variable/figtree/index.css?raw";
import { describe, expect, it } from "vitest";
import page from "../../index.html?raw";
import css from "./fonts.css?raw";
import titles from "./titles.css?raw";

const files = (text: string) => [...text.matchAll(/@fontsource[\w/.-]+\.woff2/g)].map(([file]) => file).sort();

/** Source files with text for users; the rules texts of the games are below. */
const own = import.meta.glob<string>(["../**/*.{ts,svelte}", "../../../packages/*/src/**/*.{ts,svelte}", "!../**/*.test.ts", "!../generated/**"], { query: "?raw", import: "default", eager: true });
const games = import.meta.glob<string>("../../../games/*/texts/*.md", { query: "?raw", import: "default", eager: true });

describe("the fonts", () => {
  it("are a preloaded one for text and one for titles", () => {
    expect(files(css)).toHaveLength(1);
    expect(files(css)).toEqual(files(page));
    expect(files(titles)).toHaveLength(1);
  });

  it("contain every letter in the site's texts", () => {
    const [, ranges = ""] = /latin-wght-normal\.woff2\)[\s\S]*?unicode-range:\s*([^;]+);/.exec(figtree.split("/* figtree-latin-wght-normal */")[1] ?? "") ?? [];
    const spans = ranges.split(",").map((range) => range.trim().slice(2).split("-").map((end) => parseInt(end, 16)));
    const has = (letter: string) => spans.some(([from = 0, to = from]) => from <= (letter.codePointAt(0) ?? 0) && (letter.codePointAt(0) ?? 0) <= to);
    expect(has("œ")).toBe(true);
    expect(has("ő")).toBe(false);
    expect(Object.keys(games).length).toBeGreaterThan(6);
    const letters = new Set([...Object.values(own), ...Object.values(games)].join("").match(/\p{L}/gu));
    expect([...letters].filter((letter) => !has(letter))).toEqual([]);
  });
});
