import { expect, test, vi } from "vitest";

// The settings module reads the browser's languages when it loads.
vi.stubGlobal("navigator", { languages: ["en-GB", "fr-CA"] });
const { settings } = await import("./settings.svelte");
const { dateFormat, numberFormat, percent } = await import("./formats");

const sources = import.meta.glob<string>(["../**/*.{ts,svelte}", "../../../packages/*/src/**/*.{ts,svelte}", "!../**/generated/**", "!../../../packages/*/src/generated/**"], { query: "?raw", import: "default", eager: true });

test("formats follow the page's language and the reader's region", () => {
  const seen = () => [dateFormat({ dateStyle: "short", timeZone: "UTC" }).format(Date.UTC(2026, 2, 31)), numberFormat(1).format(1234.56), percent(0.583), percent(0.0583, 1)];
  settings.language = "en";
  expect(seen()).toEqual(["31/03/2026", "1,234.6", "58%", "5.8%"]);
  settings.language = "fr";
  expect(seen()).toEqual(["2026-03-31", "1\u00a0234,6", "58\u00a0%", "5,8\u00a0%"]);
});

test("French dates have an ordinal number on the first of a month only", () => {
  const long = (day: number, locale: typeof settings.language) => {
    settings.language = locale;
    return dateFormat({ dateStyle: "long", timeZone: "UTC" }).format(Date.UTC(2026, 7, day));
  };
  expect([1, 2, 11, 21, 31].map((day) => long(day, "fr"))).toEqual(["1er août 2026", ...[2, 11, 21, 31].map((day) => `${day} août 2026`)]);
  expect(long(1, "en")).toContain("1 August");
});

test("no other module formats for a locale itself", () => {
  const allowed = /\/(formats|locale)(\.test)?\.ts$/;
  expect(Object.keys(sources).length).toBeGreaterThan(200);
  expect(Object.entries(sources).flatMap(([path, text]) => (!allowed.test(path) && /\bIntl\.|\.toLocale\w*\(/.test(text) ? [path] : []))).toEqual([]);
});
