import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What counts; a remark that axe calls minor is one about taste. */
const IMPACTS = ["moderate", "serious", "critical"];

/** Returns what axe finds wrong with what is shown, by some rules or by all, a line each. */
export async function faults(page, ...rules) {
  // The page's policy keeps out scripts that are put into it, but not what a debugger evaluates.
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
