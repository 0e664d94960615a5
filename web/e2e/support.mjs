// Starts a server of its own with an empty data directory, and a browser: everything a test in the browser needs.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const COMMAND = process.env.ENTOURAGE ?? new URL("../../target/release/entourage", import.meta.url).pathname;
const BROWSER = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts a server; `port` 0 lets the system choose. */
export async function startServer(data, port = 0) {
  const child = spawn(COMMAND, ["serve", "--data", data, "--port", String(port), "--no-open"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
      const found = said.match(/http:\/\/[^\s/]+/);
      if (found) resolve(found[0]);
    });
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
    child.on("error", reject);
  });
  return {
    url,
    port: Number(new URL(url).port),
    async stop(signal = "SIGINT") {
      if (child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.on("exit", resolve));
      child.kill(signal);
      await ended;
    },
  };
}

/** Starts server and browser; `close` ends both and removes the data. */
export async function begin() {
  const data = await mkdtemp(join(tmpdir(), "entourage-e2e-"));
  const server = await startServer(data);
  const browser = await chromium.launch({ executablePath: BROWSER, args: FLAGS });
  return {
    data,
    server,
    browser,
    async close() {
      await browser.close();
      await this.server.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** Opens a page as a device of its own; what goes wrong in it is collected in `faults`. */
export async function device(world, options = {}) {
  const context = await world.browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    // A refused request is told on the console too; whoever provokes one does not care.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) faults.push(message.text());
  });
  return { page, context, faults };
}

/** Begins a game from the start page and waits for its board. */
export async function newGame(page, url, { opponent = "person", side = "1", level = 1, position, game } = {}) {
  await page.goto(`${url}/#`);
  await page.getByTestId("begin").waitFor();
  await page.locator(`input[value="${opponent}"]`).check();
  if (opponent === "computer") {
    await page.locator(`input[value="${level}"]`).first().check();
    await page.locator(`fieldset:last-of-type input[value="${side}"]`).first().check();
  }
  if (position !== undefined || game !== undefined) {
    await page.locator("summary").click();
    await page.locator(`input[value="${position === undefined ? "game" : "position"}"]`).check();
    await page.getByTestId(position === undefined ? "paste-game" : "paste-position").fill(position ?? game);
  }
  await page.getByTestId("begin").click();
  await page.locator("[data-square]").first().waitFor();
  await page.getByTestId("status").waitFor();
}

/** Returns the middle of a square on the screen. */
export async function middle(page, square) {
  const box = await page.locator(`[data-square="${square}"] > .face`).boundingBox();
  if (!box) throw new Error(`no square ${square}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function click(page, square) {
  const { x, y } = await middle(page, square);
  await page.mouse.click(x, y);
}

export async function tap(page, square) {
  const { x, y } = await middle(page, square);
  await page.touchscreen.tap(x, y);
}

export async function drag(page, from, to) {
  const [a, b] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
  await page.mouse.move(b.x, b.y, { steps: 4 });
  await page.mouse.up();
}

/** Waits until a number of moves is listed. */
export async function played(page, count) {
  if (count > 0) await page.locator(`[data-ply="${count}"]`).waitFor();
  await page.locator(`[data-ply="${count + 1}"]`).waitFor({ state: "detached" });
}

/** Walks the board's focus to a square by arrow keys, as somebody without a pointer does. */
export async function walk(page, square) {
  for (let steps = 0; steps < 40; steps++) {
    const here = await page.evaluate(() => document.activeElement?.getAttribute("data-square"));
    if (here === square) return;
    const [a, b] = [await middle(page, here ?? ""), await middle(page, square)];
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const key = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "ArrowRight" : "ArrowLeft") : dy > 0 ? "ArrowDown" : "ArrowUp";
    await page.keyboard.press(key);
  }
  throw new Error(`${square} cannot be walked to`);
}
