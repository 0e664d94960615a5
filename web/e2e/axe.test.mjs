// Every view under axe, by day and by night, on a desk and on a phone: nothing serious or moderate is found.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { suite } from "./support/stage.mjs";
import { VIEWS } from "./support/views.mjs";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const SIZES = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

/** What counts; a remark that axe calls minor is one about taste. */
const IMPACTS = ["moderate", "serious", "critical"];

/** Looks at what is shown, and tells what is wrong with what, a line each. */
async function faults(page) {
  // The policy of the page keeps scripts off that are put into it; what a debugger evaluates is none.
  await page.evaluate(AXE);
  const found = await page.evaluate(async (impacts) => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations
      .filter(({ impact }) => impacts.includes(impact))
      .flatMap(({ id, impact, nodes }) => nodes.map((node) => `${impact} ${id}: ${node.html.slice(0, 160)} (${node.failureSummary?.split("\n")[1]?.trim() ?? ""})`));
  }, IMPACTS);
  return found;
}

suite("axe finds nothing in", (stage) => {
  for (const [size, options] of Object.entries(SIZES)) {
    for (const [name, open] of Object.entries(VIEWS)) {
      test(`${name} on a ${size}`, async () => {
        const person = await stage.person({ ...options, colorScheme: "light", reducedMotion: "reduce" });
        await open(person, stage);
        const light = await faults(person.page);
        await person.page.emulateMedia({ colorScheme: "dark" });
        const dark = await faults(person.page);
        assert.deepEqual({ light, dark }, { light: [], dark: [] });
      });
    }
  }
});
