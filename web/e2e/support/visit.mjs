// A visit checks everything about a view: axe, layout, and screenshots.
import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { faults } from "./axe.mjs";
import { boxes, covered, disorder, inWindow, moved, outside, wideWithLargeText } from "./layout.mjs";
import { differ, halve, pack, read, write } from "./pictures.mjs";
import { renderer } from "./renderer.mjs";
import { VIEWS } from "./views.mjs";

export const SIZES = {
  desk: { width: 1280, height: 800 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
  lying: { width: 844, height: 390 },
  small: { width: 320, height: 568 },
};
/** Whether to record instead of compare, as `cargo xtask pictures` does. */
const RENEW = process.env.PICTURES === "renew";
/** Sizes for axe, and for screenshots: more in nightly runs, which set PICTURES. */
const EXAMINED = ["desk", "phone"];
const PICTURED = process.env.PICTURES ? ["desk", "tablet", "phone", "lying"] : EXAMINED;
/** Views with screenshots. */
const PICTURES = "home choices toddler confirming refused symmetron struggle over settings setup rules watched lobby ratings lesson drafts workshop form report exhibition shared".split(" ");
/** Game views, whose main parts are inside the window at every size. */
const BOARDS = ["toddler", "symmetron", "struggle", "chess"];
const PARTS = [".board svg", ".player .name", ".player .middle", "[data-testid=prompt]", ".bar", "[data-testid=menu]"];

const KEPT = fileURLToPath(new URL("../pictures/", import.meta.url));
const SEEN = fileURLToPath(new URL("../../test-results/pictures/", import.meta.url));
/** Share of pixels that may differ. */
const TOLERANCE = 0.01;
/** The date of all screenshots. */
const DAY = new Date("2026-03-01T12:00:00Z");

const recorded = (name) => readFile(join(KEPT, name), "utf8").then(JSON.parse, () => ({}));
const layout = await recorded("layout.json");
/** Layouts recorded in this process. */
const seenLayout = {};
/** Whether pictures can be compared, once known. */
let comparable;

/** Returns whether this environment made the reference pictures; logs once if not. */
async function isComparable(page) {
  if (comparable !== undefined) return comparable;
  const [made, here] = [await recorded("renderer.json"), await renderer(page)];
  comparable = made.browser === here.browser && made.fonts === here.fonts;
  if (RENEW) await record("renderer.json", here);
  else if (!comparable) console.log(`NOT COMPARED pixel by pixel: the reference pictures were made by ${JSON.stringify(made)}, and this is ${JSON.stringify(here)}; layouts are compared instead`);
  return comparable;
}

async function record(name, content) {
  await mkdir(KEPT, { recursive: true });
  // One entry per line.
  const lines = Object.entries(content).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  await writeFile(join(KEPT, name), `{\n${lines.join(",\n")}\n}\n`);
}

/** Compares a screenshot with the recorded one, or records it. */
async function compare(person, name) {
  const bytes = await person.page.screenshot({ animations: "disabled", caret: "hide", scale: "css" });
  const seen = halve(read(bytes));
  if (RENEW) {
    await writeFile(join(KEPT, name), pack(seen));
    return [];
  }
  const kept = await readFile(join(KEPT, name)).then(read, () => null);
  const { share, drawn } = kept ? differ(kept, seen) : { share: 1, drawn: seen };
  if (share <= TOLERANCE) return [];
  await mkdir(SEEN, { recursive: true });
  await writeFile(join(SEEN, name), write(seen));
  await writeFile(join(SEEN, name.replace(/png$/, "differs.png")), write(drawn));
  return [kept ? `${name}: ${(share * 100).toFixed(1)} % differ` : `${name}: there is no such picture`];
}

/** Compares the layout with the recorded one, or records it. */
async function place(person, name, { height }) {
  const seen = await boxes(person.page);
  if (!RENEW) return layout[name] ? moved(layout[name], seen) : ["no layout is recorded"];
  seenLayout[name] = inWindow(seen, height);
  return [];
}

/** Sets light or dark mode. */
const light = (person, colorScheme) => person.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });

/** Opens a view and checks it in every size, light and dark. */
export async function visit(stage, view) {
  const person = await stage.person({ viewport: SIZES.desk, colorScheme: "light", reducedMotion: "reduce", timezoneId: "UTC" });
  const { page } = person;
  await page.clock.setFixedTime(DAY);
  await VIEWS[view](person, stage);
  const pictured = PICTURES.includes(view) && (await isComparable(page) || RENEW);
  const wrong = [];
  for (const [size, viewport] of Object.entries(SIZES)) {
    const fail = (found) => wrong.push(...found.map((fault) => `${size}: ${fault}`));
    await person.resize(viewport);
    await page.evaluate(() => scrollTo(0, 0));
    await person.atRest();
    fail(await disorder(page));
    if (BOARDS.includes(view)) {
      fail(await outside(page, ...PARTS));
      if ((await covered(page)) > 0) fail(["a seat covers a square"]);
    }
    if (size === "phone") fail(await wideWithLargeText(page));
    fail(await place(person, `${view}.${size}`, viewport));
    for (const [theme, rules] of [["light", []], ["dark", ["color-contrast"]]]) {
      const [shown, examined] = [pictured && PICTURED.includes(size), EXAMINED.includes(size)];
      if (!shown && !examined) continue;
      await light(person, theme);
      if (shown) fail(await compare(person, `${view}.${size}.${theme}.png`));
      // In dark mode only colours differ.
      if (examined) fail(await faults(page, ...rules));
    }
    await light(person, "light");
  }
  if (RENEW) await record("layout.json", { ...(await recorded("layout.json")), ...seenLayout });
  assert.deepEqual(wrong, [], "look at web/test-results/pictures; `cargo xtask pictures` records what is seen now");
}

/** Checks what a test shows, on desktop and phone, light and dark. */
export async function look(person, name) {
  const { page } = person;
  for (const size of EXAMINED) {
    await person.resize(SIZES[size]);
    for (const [theme, rules] of [["light", []], ["dark", ["color-contrast"]]]) {
      await light(person, theme);
      assert.deepEqual([name, size, theme, ...(await faults(page, ...rules))], [name, size, theme]);
    }
    assert.deepEqual([name, size, ...(await disorder(page))], [name, size]);
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: null });
  await person.resize(SIZES.desk);
}
