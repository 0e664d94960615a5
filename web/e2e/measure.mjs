// Measures the site on a slow device and connection; prints figures without judging them.
import { readFile } from "node:fs/promises";
import { launch } from "./support/chromium.mjs";
import { Person } from "./support/person.mjs";
import { judge, missing } from "./support/lighthouse.mjs";
import { firstLine, largeTree } from "./support/measure-analysis.mjs";
import { WEIGHTY } from "./support/positions.mjs";
import { Server } from "./support/server.mjs";
import { choose, propose } from "./support/setup.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: "no-preference" };
const DESK = { viewport: { width: 1280, height: 800 }, reducedMotion: "no-preference" };
/** CPU slowdown. */
const SLOWER = 4;
/** CPU slowdown for previews of moves. */
const SLOWEST = 6;
/** A connection of 400 kb/s with 400 ms latency. */
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** Records long tasks and layout shifts from the start. */
function observe() {
  window.measured = { tasks: [], shift: 0 };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.measured.tasks.push([Math.round(startTime), Math.round(duration)]);
  }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.measured.shift += value;
  }).observe({ type: "layout-shift", buffered: true });
}

const longest = (tasks) => Math.max(0, ...tasks.map(([, duration]) => duration));

/** Opens a browser on a slow device. */
async function slow(browser, url, options, line, rate = SLOWER) {
  const person = await Person.arrive(browser, url, options);
  await person.context.addInitScript(observe);
  const session = await person.context.newCDPSession(person.page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  await session.send("Network.enable");
  if (line) await session.send("Network.emulateNetworkConditions", line);
  let [bytes, rules] = [0, 0];
  const types = new Map();
  session.on("Network.responseReceived", ({ requestId, response }) => types.set(requestId, response.mimeType));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (types.get(requestId) === "application/wasm") rules += encodedDataLength;
    else bytes += encodedDataLength;
  });
  return { person, loaded: () => ({ bytes, rules }) };
}

const measured = (person) => person.page.evaluate(() => window.measured);

async function startPage(browser, url) {
  console.log("start page, on a phone four times slower, over 400 kb/s with 400 ms:");
  const { person, loaded } = await slow(browser, url, PHONE, LINE);
  const began = performance.now();
  const after = () => `after ${Math.round(performance.now() - began)} ms, ${loaded().bytes} bytes and ${loaded().rules} of rules`;
  await person.visit();
  await person.page.getByTestId("begin").waitFor();
  console.log(`  useful ${after()}`);
  await person.page.getByTestId("begin").click();
  await person.page.locator("[data-square]").first().waitFor({ timeout: 120_000 });
  console.log(`  the first board ${after()}`);
  await person.leave();
  const patient = await slow(browser, url, PHONE, LINE);
  await patient.person.visit();
  await patient.person.page.locator(".box svg.board").nth(3).waitFor({ state: "attached", timeout: 120_000 });
  await patient.person.page.waitForTimeout(8_000);
  const { tasks, shift } = await measured(patient.person);
  console.log(`  everything: ${patient.loaded().bytes} bytes and ${patient.loaded().rules} of rules`);
  console.log(`  layout shift ${shift.toFixed(4)}; tasks over 50 ms: ${tasks.map(([at, long]) => `${long} ms at ${at}`).join(", ") || "none"}`);
  await patient.person.leave();
}

/** Measures how long the page is busy after an action; the longest of several times. */
async function busy(person, act) {
  let most = 0;
  for (let time = 0; time < 5; time++) {
    await person.page.evaluate(() => (window.measured.tasks = []));
    await act();
    await person.page.waitForTimeout(400);
    most = Math.max(most, longest((await measured(person)).tasks));
  }
  return most === 0 ? "under 50 ms" : `${most} ms`;
}

async function selection(browser, url, size, options) {
  console.log(`a piece pressed and let go, on a ${size} four times slower:`);
  const games = {
    "The Toddler": ["h6", (person) => person.begin({ position: WEIGHTY })],
    "Symmetron! 44": [null, (person) => person.begin({ name: "Symmetron! 44" })],
    Chess: ["b1", (person) => person.begin({ name: "Chess" })],
    Struggle: [
      null,
      async (person) => {
        await propose(person, { picks: 0 });
        for (const side of [1, 2]) await choose(person, side, {});
        await person.seated();
      },
    ],
  };
  for (const [name, [square, open]] of Object.entries(games)) {
    const { person } = await slow(browser, url, options, null);
    await open(person);
    await person.page.waitForTimeout(2_000);
    const pressed = square ?? (await movable(person));
    const { x, y } = await person.middle(pressed);
    const press = () => (options.hasTouch ? person.page.touchscreen.tap(x, y) : person.page.mouse.click(x, y));
    console.log(`  ${name}: ${await busy(person, press)}`);
    await person.leave();
  }
}

/** Measures the time from hovering or touching a square to the drawing of its preview. */
function watch() {
  window.weighed = [];
  // Event Timing of touches: until the next frame is presented, in steps of 8 ms. Browsers draw before they deliver messages.
  window.painted = [];
  new PerformanceObserver((list) => {
    for (const { name, startTime, duration } of list.getEntries()) if (name === "pointerdown") window.painted.push([startTime, duration]);
  }).observe({ type: "event", durationThreshold: 16 });
  let began = null;
  const begin = (event) => (began ??= event.timeStamp);
  addEventListener("pointermove", (event) => event.pointerType === "mouse" && begin(event), true);
  addEventListener("pointerdown", (event) => event.pointerType === "touch" && begin(event), true);
  new MutationObserver(() => {
    if (began === null || !document.querySelector("svg.board [data-weighed]")) return;
    const from = began;
    began = null;
    // Changes are drawn in the next frame, which has been presented when a message sent before it arrives.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.weighed.push([from, performance.now() - from]);
      port2.postMessage(null);
    });
  }).observe(document, { subtree: true, childList: true, attributes: true });
  window.forget = () => {
    began = null;
    window.measured.tasks = [];
  };
}

/** Typical duration of a tap, in milliseconds. */
const TAP = 80;

/** Taps a point. */
async function touch(session, page, { x, y }) {
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  await page.waitForTimeout(TAP);
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** Measures a tap that only changes the colour of a rectangle: the machine's share of every other measurement. */
async function least(browser) {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await page.setContent('<svg width="390" height="390" style="touch-action: none"><rect width="390" height="390" /></svg>');
  await page.evaluate(() => {
    window.seen = [];
    addEventListener("pointerdown", ({ timeStamp }) => {
      document.querySelector("rect").setAttribute("fill", `rgb(${window.seen.length} 9 9)`);
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => window.seen.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    });
  });
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWEST });
  for (let time = 0; time < 12; time++) {
    await page.waitForTimeout(500);
    await touch(session, page, { x: 100, y: 100 });
  }
  await page.waitForTimeout(500);
  const seen = (await page.evaluate(() => window.seen)).map(Math.round).sort((a, b) => a - b);
  await context.close();
  return `${seen[6]} ms in the middle, ${seen.at(-1)} ms at most`;
}

/** Measures the time to previews on the targets of some pieces of a rich position. */
async function previews(browser, url, size, options) {
  console.log(`what a move would change, on a ${size} six times slower:`);
  if (options.hasTouch) console.log(`  a page with nothing but a rectangle: ${await least(browser)}`);
  for (const from of ["h6", "k7", "f9"]) {
    const { person } = await slow(browser, url, options, null, SLOWEST);
    await person.context.addInitScript(watch);
    await person.begin({ position: WEIGHTY });
    await person.page.waitForTimeout(2_000);
    const session = await person.context.newCDPSession(person.page);
    const press = async (square) => {
      if (!options.hasTouch) return person.click(square);
      await touch(session, person.page, await person.middle(square));
    };
    await press(from);
    const targets = await person.page.locator("[data-targets]").evaluateAll((all) => all.flatMap((one) => one.dataset.targets.split(" ")));
    let most = 0;
    for (const target of targets.slice(0, 12)) {
      await person.page.waitForTimeout(500);
      await person.page.evaluate(() => window.forget());
      if (options.hasTouch) {
        await press(target);
        await person.page.waitForTimeout(700);
        most = Math.max(most, longest((await measured(person)).tasks));
        // Phones have no mouse, whose hovering would cost time on every frame.
        await person.confirmation.getByRole("button", { name: "Cancel" }).tap();
        await person.page.waitForTimeout(300);
        if ((await person.page.locator("[data-targets]").count()) === 0) await press(from);
      } else {
        const { x, y } = await person.middle(target);
        await person.page.mouse.move(x, y);
        await person.page.waitForTimeout(700);
        most = Math.max(most, longest((await measured(person)).tasks));
        const away = await person.middle(from);
        await person.page.mouse.move(away.x, away.y);
      }
    }
    const known = await person.page.evaluate(() => ({ weighed: window.weighed, painted: window.painted }));
    const weighed = known.weighed.map(([, time]) => time).sort((a, b) => a - b);
    const at = (share, of = weighed) => Math.round(of[Math.min(of.length - 1, Math.floor(of.length * share))] ?? NaN);
    const seen = known.weighed.flatMap(([from]) => known.painted.filter(([start]) => Math.abs(start - from) < 3).map(([, time]) => time)).sort((a, b) => a - b);
    const told = seen.length === 0 ? "" : `; seen, by Event Timing, after ${at(0.5, seen)} ms, ${at(1, seen)} ms at most`;
    console.log(`  from ${from}, ${weighed.length} of ${targets.length} squares: ${at(0.5)} ms in the middle, ${at(1)} ms at most${told}; longest task ${most === 0 ? "under 50" : most} ms`);
    await person.leave();
  }
}

/** Returns a square whose piece has moves. */
async function movable(person) {
  const squares = await person.page.locator("[data-square]").evaluateAll((all) => all.filter((one) => /\d+ moves/.test(one.getAttribute("aria-label") ?? "")).map((one) => one.dataset.square));
  return squares[0];
}

/** The modules for game definitions. */
const MODULES = new URL("../../packages/rules/src/generated/", import.meta.url);

/** Measures how long the checker takes to read texts, as processor time in the same engine, because browsers do not slow down workers. */
async function checker() {
  console.log("a text is read as one types, by processor time, and six times slower:");
  const module = await import(new URL("entourage_text.js", MODULES));
  module.initSync({ module: await readFile(new URL("entourage_text_bg.wasm", MODULES)) });
  const text = (name) => readFile(new URL(`../../variants/${name}.game`, import.meta.url), "utf8");
  const library = JSON.stringify({ chess: await text("chess") });
  for (const name of ["chess", "annan", "xiangqi", "ultima", "symmetron44", "toddler"]) {
    const read = await text(name);
    const times = (thorough, count) =>
      Array.from({ length: count }, (_, time) => {
        const began = process.cpuUsage();
        // Every reading has a different text.
        module.examine(`${read}# ${time}\n`, library, "en", thorough);
        const { user, system } = process.cpuUsage(began);
        return (user + system) / 1000;
      }).sort((one, other) => one - other);
    // The first readings include compilation.
    times(false, 10);
    const [middle, thorough] = [times(false, 31)[15], times(true, 3)[1]];
    const told = (time) => `${time.toFixed(1)} ms, ${(time * SLOWEST).toFixed(0)} ms`;
    console.log(`  ${name}, ${read.split("\n").length - 1} lines: ${told(middle)}; with every question asked ${told(thorough)}`);
  }
}

/** Prints Lighthouse's scores of the start page. */
async function lighthouse(url) {
  if (missing) return;
  console.log("Lighthouse, the best of three:");
  for (const device of ["phone", "desk"]) {
    const runs = [];
    for (let run = 0; run < 3; run++) runs.push(await judge(url, device));
    const best = runs[0].map(({ id }, i) => runs.map((run) => run[i]).reduce((a, b) => (b.score > a.score ? b : a)));
    console.log(`  ${device}: ${best.map(({ id, score }) => `${id} ${Math.round(score * 100)}`).join(", ")}`);
    for (const { faults } of best) for (const fault of faults) console.log(`    ${fault}`);
  }
}

/** The measurements in order; names on the command line select some. */
const PARTS = {
  start: startPage,
  lighthouse: (_, url) => lighthouse(url),
  press: async (browser, url) => {
    await selection(browser, url, "phone", PHONE);
    await selection(browser, url, "desk", DESK);
  },
  preview: async (browser, url) => {
    await previews(browser, url, "phone", PHONE);
    await previews(browser, url, "desk", DESK);
  },
  analysis: async (browser, url) => {
    await firstLine(browser, url);
    await largeTree(browser, url, "desk", DESK, SLOWER);
    await largeTree(browser, url, "phone", PHONE, SLOWER);
  },
  checker,
};

const named = process.argv.slice(2);
const server = new Server();
await server.start();
const browser = await launch();
try {
  for (const [name, measure] of Object.entries(PARTS)) if (named.length === 0 || named.includes(name)) await measure(browser, server.url);
} finally {
  await browser.close();
  await server.close();
}
