import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Impacts that count; minor ones are matters of taste. */
const IMPACTS = ["moderate", "serious", "critical"];

/** Returns axe's findings, one per line, for some rules or all. */
export async function faults(page, ...rules) {
  // The content security policy blocks injected scripts, but not evaluation by the debugger.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
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
