import { expect, test } from "vitest";
import { localeOf } from "./locale";

const DAY = Date.UTC(2026, 2, 31, 12);
const short = (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: "short", timeZone: "UTC" }).format(DAY);

test("dates and numbers follow the region of the reader's language", () => {
  expect(localeOf("en", ["en-GB", "en-US", "en"])).toBe("en-GB");
  expect(localeOf("en", ["fr-FR", "en-AU"])).toBe("en-AU");
  expect(localeOf("fr", ["en-US", "fr-CH", "fr"])).toBe("fr-CH");
  expect(localeOf("en", ["en"])).toBe("en");
  expect(["en-GB", "en-AU", "en-CA", "en-IE", "en-US"].map((tag) => short(localeOf("en", [tag])))).toEqual(["31/03/2026", "31/3/26", "2026-03-31", "31/03/2026", "3/31/26"]);
  expect(["fr-FR", "fr-CA", "fr-CH"].map((tag) => short(localeOf("fr", [tag])))).toEqual(["31/03/2026", "2026-03-31", "31.03.26"]);
});

test("readers of other languages get the conventions of their region, if they are known", () => {
  expect(localeOf("en", ["de-DE", "fr-FR"])).toBe("en-DE");
  expect(localeOf("en", ["de"])).toBe("en-DE");
  expect(localeOf("fr", ["en-CA"])).toBe("fr-CA");
  expect(localeOf("fr", ["en-US"])).toBe("fr");
  expect(short(localeOf("en", ["vi-VN"]))).toBe("31/03/2026");
});

test("no language, or an invalid one, gives a neutral locale", () => {
  expect(localeOf("en", [])).toBe("en-001");
  expect(localeOf("fr", [])).toBe("fr");
  expect(localeOf("en", ["en-US@posix"])).toBe("en-001");
});
