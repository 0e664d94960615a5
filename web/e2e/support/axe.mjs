// What axe finds wrong with what is shown.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { VIEWS } from "./views.mjs";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What counts; a remark that axe calls minor is one about taste. */
const IMPACTS = ["moderate", "serious", "critical"];

/** Looks at what is shown, by some rules or by all, and tells what is wrong with what, a line each. */
export async function faults(page, ...rules) {
  // The policy of the page keeps scripts off that are put into it; what a debugger evaluates is none.
  await page.evaluate(AXE);
  return page.evaluate(
    async ([impacts, rules]) => {
      const { violations } = await window.axe.run(document, { resultTypes: ["violations"], ...(rules.length > 0 ? { runOnly: rules } : {}) });
      return violations
        .filter(({ impact }) => impacts.includes(impact))
        .flatMap(({ id, impact, nodes }) => nodes.map((node) => `${impact} ${id}: ${node.html.slice(0, 160)} (${node.failureSummary?.split("\n")[1]?.trim() ?? ""})`));
    },
    [IMPACTS, rules],
  );
}

const SIZES = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

/** Looks through every second view, from the one of a number on: each half is long enough for one file. */
export function lookThrough(stage, first) {
  for (const [name, open] of Object.entries(VIEWS).filter((_, number) => number % 2 === first)) {
    test(name, async () => {
      const person = await stage.person({ viewport: SIZES.desk, colorScheme: "light", reducedMotion: "reduce" });
      const { page } = person;
      await open(person, stage);
      for (const [size, viewport] of Object.entries(SIZES)) {
        await person.resize(viewport);
        assert.deepEqual([size, await faults(page)], [size, []]);
        // By night only the colours are others.
        await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
        assert.deepEqual([size, await faults(page, "color-contrast")], [size, []]);
        await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      }
    });
  }
}
