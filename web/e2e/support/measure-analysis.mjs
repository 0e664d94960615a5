// Measures the analysis board: the time to the first line of the engine, and edits of a large tree.
import { largeRecord } from "./large-record.mjs";
import { Person } from "./person.mjs";

/** Records long tasks from the start. */
function observeTasks() {
  window.tasks = [];
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => Math.round(duration)))).observe({ type: "longtask" });
}

/** Runs an action and returns the longest task of the page until some time after it. */
async function longestTask(page, act, settle = 1_500) {
  await page.evaluate(() => (window.tasks.length = 0));
  await act();
  await page.waitForTimeout(settle);
  const most = await page.evaluate(() => Math.max(0, ...window.tasks));
  return most === 0 ? "under 50 ms" : `${most} ms`;
}

/** Measures the longest tasks while a large tree is imported, edited and scrolled on a slow device. */
export async function largeTree(browser, url, size, options, rate) {
  const person = await Person.arrive(browser, url, options);
  const { page } = person;
  const record = await largeRecord();
  await page.addInitScript(observeTasks);
  await person.visit("/#analysis?game=chess");
  await person.seated();
  await page.getByTestId("engine-on").uncheck();
  await page.waitForTimeout(3_000);
  const session = await person.context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  const tree = page.getByTestId("move-tree");
  const edit = (name) => page.getByTestId(name).click();
  const measure = async (what, act, settle) => console.log(`  ${what}: ${await longestTask(page, act, settle)}`);
  console.log(`a tree of ${record.split(" ").filter((word) => /^[a-zA-Z]/.test(word)).length} moves on a ${size} ${rate} times slower, longest task:`);
  await page.getByTestId("import").click();
  await page.getByTestId("record-text").fill(record);
  await measure("import", () => page.getByTestId("open-record").click(), 15_000);
  console.log(`  ${await tree.locator("p").count()} lines drawn`);
  const steps = {
    "to the end of the main line": () => page.keyboard.press("End"),
    "to the start": () => page.keyboard.press("Home"),
    "next move": () => page.keyboard.press("ArrowRight"),
    "next variation": () => page.keyboard.press("ArrowDown"),
    "promote it above everything": () => edit("promote"),
    "undo": () => edit("undo-edit"),
    "promote the variation": () => edit("promote"),
    "to the end of the line": () => page.keyboard.press("End"),
    "delete the last move": () => edit("delete"),
    "undo the deletion": () => edit("undo-edit"),
    "to the start again": () => page.keyboard.press("Home"),
    "next move again": () => page.keyboard.press("ArrowRight"),
    "delete almost everything": () => edit("delete"),
    "undo that": () => edit("undo-edit"),
    "add a move": () => person.click("b1", "c3"),
    "annotate": () => edit("annotate"),
    "write a comment": async () => {
      await page.getByTestId("comment").fill("A comment.");
      await page.getByTestId("comment").blur();
    },
    "a glyph": () => page.getByRole("button", { name: "dubious move" }).click(),
    "close": () => edit("annotate"),
    "scroll by wheel": async () => {
      const box = await tree.boundingBox();
      await page.mouse.move(box.x + 30, box.y + 30);
      for (let i = 0; i < 30; i++) await page.mouse.wheel(0, 600);
    },
    "scroll to the middle": () => tree.evaluate((one) => (one.scrollTop = one.scrollHeight / 2)),
    "scroll to the end": () => tree.evaluate((one) => (one.scrollTop = one.scrollHeight)),
    "choose a shown move": async () => {
      const box = await tree.boundingBox();
      await page.mouse.click(box.x + 60, box.y + box.height / 2);
    },
    "change the language": () => page.evaluate(() => document.querySelector("header [lang=fr]")?.click()),
  };
  for (const [what, act] of Object.entries(steps)) await measure(what, act);
  await person.leave();
}

/** Notes when workers start, when they are asked to search, when they answer first, and when the first line appears. */
function observeEngine() {
  window.noted = {};
  const note = (what) => (window.noted[what] ??= performance.now());
  const Original = Worker;
  window.Worker = class extends Original {
    constructor(...given) {
      super(...given);
      note("worker");
      this.addEventListener("message", () => note("answer"));
    }
    postMessage(message) {
      if (message.type === "think") note("question");
      super.postMessage(message);
    }
  };
  new MutationObserver(() => {
    if (document.querySelector("[data-testid=engine-line-list] li")) note("line");
  }).observe(document, { childList: true, subtree: true });
}

/** Measures the time from opening the analysis board to the first line of the engine, with loaded rules; the quickest of several times. */
export async function firstLine(browser, url, times = 10) {
  console.log("from opening the analysis board, with loaded rules, in milliseconds:");
  const person = await Person.arrive(browser, url, {});
  const { page } = person;
  await page.addInitScript(observeEngine);
  await person.visit("/#analysis?game=chess");
  await page.locator("[data-testid=engine-line-list] li").first().waitFor();
  for (const game of ["chess", "toddler", "symmetron44", "struggle"]) {
    const found = [];
    for (let time = 0; time < times; time++) {
      await page.evaluate(() => (location.hash = "#analysis"));
      await page.locator("[data-testid=engine]").waitFor({ state: "detached" });
      await page.waitForTimeout(300);
      found.push(
        await page.evaluate(async (game) => {
          window.noted = {};
          const began = performance.now();
          location.hash = `#analysis?game=${game}`;
          while (window.noted.line === undefined) await new Promise((done) => setTimeout(done, 5));
          return Object.fromEntries(Object.entries(window.noted).map(([what, at]) => [what, Math.round(at - began)]));
        }, game),
      );
    }
    const best = found.sort((one, other) => one.line - other.line);
    const say = ({ worker, question, answer, line }) => `worker ${worker}, question ${question}, answer ${answer}, line ${line}`;
    console.log(`  ${game}: quickest: ${say(best[0])}; in the middle: ${say(best[times >> 1])}`);
    const moved = [];
    for (let time = 0; time < times; time++) {
      await page.waitForTimeout(500);
      moved.push(
        await page.evaluate(async () => {
          window.noted = {};
          dispatchEvent(new KeyboardEvent("keydown", { key: " " }));
          while (window.noted.answer === undefined) await new Promise((done) => setTimeout(done, 1));
          return Math.round(window.noted.answer - window.noted.question);
        }),
      );
    }
    moved.sort((one, other) => one - other);
    console.log(`  ${game}: from the question of the next position to its first depth: ${moved[0]} to ${moved.at(-1)}, in the middle ${moved[times >> 1]}`);
  }
  await person.leave();
}
