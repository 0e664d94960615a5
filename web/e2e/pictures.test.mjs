// What the page looks like: twenty-one views in four sizes, by day and by night, beside how they looked when somebody last looked at them.
import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { differ, halve, pack, read, write } from "./support/pictures.mjs";
import { suite } from "./support/stage.mjs";
import { VIEWS } from "./support/views.mjs";

const KEPT = fileURLToPath(new URL("pictures/", import.meta.url));
const SEEN = fileURLToPath(new URL("../test-results/pictures/", import.meta.url));
/** Whether what is seen is kept, rather than compared: `cargo xtask pictures` says so. */
const RENEW = process.env.PICTURES === "renew";

const SHOWN = ["home", "choices", "toddler", "confirming", "refused", "symmetron", "struggle", "over", "settings", "setup", "rules", "watched", "lobby", "ratings", "lesson", "drafts", "workshop", "form", "report", "exhibition", "shared"];
const SIZES = { desk: [1280, 800], tablet: [820, 1180], phone: [390, 844], lying: [844, 390] };
/** The share of pixels that may differ: letters and edges are smoothed otherwise from browser to browser. */
const TOLERANCE = 0.01;

/** The day on which everything is seen. */
const DAY = new Date("2026-03-01T12:00:00Z");

async function look(person) {
  await person.page.evaluate(() => document.fonts.ready);
  await person.page.mouse.move(0, 0);
  // What fades in is there by then.
  await person.page.waitForTimeout(300);
  const bytes = await person.page.screenshot({ animations: "disabled", caret: "hide", scale: "css" });
  return halve(read(bytes));
}

suite("the page looks as it did", (stage) => {
  for (const view of SHOWN) {
    test(view, async () => {
      const [width, height] = SIZES.desk;
      const person = await stage.person({ viewport: { width, height }, colorScheme: "light", reducedMotion: "reduce", timezoneId: "UTC" });
      await person.page.clock.setFixedTime(DAY);
      await VIEWS[view](person, stage);
      const wrong = [];
      for (const [size, [width, height]] of Object.entries(SIZES)) {
        await person.resize({ width, height });
        await person.page.evaluate(() => scrollTo(0, 0));
        for (const theme of ["light", "dark"]) {
          await person.page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
          const name = `${view}.${size}.${theme}.png`;
          const seen = await look(person);
          if (RENEW) {
            await mkdir(KEPT, { recursive: true });
            await writeFile(join(KEPT, name), pack(seen));
            continue;
          }
          const kept = await readFile(join(KEPT, name)).then(read, () => null);
          const { share, drawn } = kept ? differ(kept, seen) : { share: 1, drawn: seen };
          if (share <= TOLERANCE) continue;
          await mkdir(SEEN, { recursive: true });
          await writeFile(join(SEEN, name), write(seen));
          await writeFile(join(SEEN, name.replace(/png$/, "differs.png")), write(drawn));
          wrong.push(kept ? `${name}: ${(share * 100).toFixed(1)} % differ` : `${name}: there is no picture of it`);
        }
      }
      assert.deepEqual(wrong, [], "look at web/test-results/pictures; `cargo xtask pictures` keeps what is seen now");
    });
  }
});
