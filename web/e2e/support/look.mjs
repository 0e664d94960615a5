// Looking at a page as people with other eyes and windows do.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** A desk and a phone. */
export const SIZES = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const IMPACTS = ["moderate", "serious", "critical"];

/** Looks at a page by day and by night, on a desk and on a phone; a picture of each is kept where a folder is named. */
export async function look(person, name) {
  const { page } = person;
  await page.evaluate(AXE);
  for (const [size, viewport] of Object.entries(SIZES)) {
    await person.resize(viewport);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const found = await page.evaluate(async (impacts) => {
        const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
        return violations.filter(({ impact }) => impacts.includes(impact)).flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
      }, IMPACTS);
      assert.deepEqual([name, size, colorScheme, found], [name, size, colorScheme, []]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${name}, ${size}: it is wider than the window by ${wide}`);
      const folder = process.env.ENTOURAGE_LOOKS;
      if (folder) await page.screenshot({ path: `${folder}/${name}.${size}.${colorScheme}.png`, fullPage: true });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await person.resize(SIZES.desk);
}
