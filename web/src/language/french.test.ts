import "../rules/loaded.testing";
import { expect, test, vi } from "vitest";

// The settings module reads the browser's languages when it loads.
vi.stubGlobal("navigator", { languages: ["fr"] });
vi.stubGlobal("matchMedia", () => ({ matches: true }));
const { settings } = await import("../settings/settings.svelte");
const { rulesText, summaryText } = await import("../book/texts");
const { games, Lesson } = await import("../rules/rules");
const { lessonNames, lessonText } = await import("../lessons/texts");
const { TERMS } = await import("../workshop/vocabulary");

const dictionaries = import.meta.glob<Record<string, unknown>>(["../**/words.ts", "../**/*Words.ts", "../look/sharing.ts", "../settings/settings.svelte.ts"]);

/** Arguments for the functions of dictionaries. */
const EXAMPLES: readonly unknown[] = ["Ada", 1, 2, ["Ada"], true];

/** Lists the texts of a value except positions; those that functions return for examples, too. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "function") {
    return EXAMPLES.flatMap((example) => {
      try {
        return textsIn(value(...Array.from({ length: 6 }, () => example)));
      } catch {
        // The example is of another type.
        return [];
      }
    });
  }
  return typeof value === "object" && value !== null ? Object.entries(value).flatMap(([name, inner]) => (name === "position" ? [] : textsIn(inner))) : [];
}

/** Lists the parts of French texts that break the rules of typography. */
function faults(texts: readonly string[]): string[] {
  const wrong = /\p{L}'[\p{L}«]| [:;?!»%]|« |[\p{L}\d)](?:[;»](?=\s|$)|[?!](?=\s|$)|%)/gu;
  return [...new Set(texts.flatMap((text) => [...text.matchAll(wrong)].map(({ index }) => text.slice(Math.max(0, index - 30), index + 10))))];
}

test("faults are found", () => {
  expect(faults(["l'ange", "oui !", "oui!", "5%", "5 %", "« oui"])).toHaveLength(6);
  expect(faults(["l’ange", "oui\u00a0!", "5\u00a0%", "«\u00a0oui\u00a0»", "'e'"])).toEqual([]);
});

test("French texts of the page have typographic apostrophes and no-break spaces", async () => {
  settings.language = "fr";
  const modules = await Promise.all(Object.values(dictionaries).map((load) => load()));
  const read = modules.flatMap((module) => Object.values(module).filter((value): value is () => unknown => typeof value === "function" && value.length === 0 && !("prototype" in value)));
  const texts = read.flatMap((words) => textsIn(words()));
  expect(texts.length).toBeGreaterThan(1500);
  expect(faults([...texts, ...TERMS.map(({ says }) => says.fr)])).toEqual([]);
});

test("so have the French texts of the games", async () => {
  const all = games("fr");
  const texts = all.flatMap(textsIn);
  for (const { id } of all) {
    texts.push(...textsIn(await summaryText(id, "fr")), ...(await rulesText(id, "fr")).split("\n").filter((line) => !line.includes(" | ")));
    for (const name of lessonNames(id)) {
      const lesson = new Lesson(id, (await lessonText(id, name)) ?? "");
      texts.push(...textsIn(lesson.view("fr")));
      lesson.free();
    }
  }
  expect(texts.length).toBeGreaterThan(1500);
  // Names of games keep their own punctuation.
  const names = all.flatMap(({ name }) => name.match(/\S+[?!]/g) ?? []);
  expect(faults(texts.map((text) => names.reduce((rest, name) => rest.replaceAll(name, ""), text)))).toEqual([]);
}, 30_000);
