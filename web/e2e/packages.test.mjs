// The npm packages as installed from their packed archives into an empty project.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { suite } from "./support/stage.mjs";

const PACKAGES = fileURLToPath(new URL("../../packages/", import.meta.url));
const NPM = process.platform === "win32" ? "npm.cmd" : "npm";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

/** Returns the code blocks of a package's README in a language. */
async function blocks(name, language) {
  const text = await readFile(join(PACKAGES, name, "README.md"), "utf8");
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "gm"))].map((found) => found[1]);
}

suite("packages for npm", (stage) => {
  let folder = "";
  let server = null;
  let origin = "";

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "entourage-packages-"));
    await writeFile(join(folder, "package.json"), '{ "name": "empty", "private": true, "type": "module" }\n');
    const pack = (name) => JSON.parse(execFileSync(NPM, ["pack", "--json", "--silent", "--pack-destination", folder], { cwd: join(PACKAGES, name), encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).replace(/^[^[]*/, ""))[0].filename;
    const packed = ["rules", "board"].map(pack).map((file) => join(folder, file));
    execFileSync(NPM, ["install", "--offline", "--no-audit", "--no-fund", ...packed], { cwd: folder, stdio: "pipe" });
    server = createServer(async (request, response) => {
      const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
      const body = await readFile(join(folder, path)).catch(() => null);
      response.writeHead(body ? 200 : 404, { "content-type": TYPES[extname(path)] ?? "text/plain" }).end(body ?? "");
    });
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    origin = `http://127.0.0.1:${server.address().port}`;
  });

  after(async () => {
    server?.close();
    if (folder !== "") await rm(folder, { recursive: true });
  });

  test("the examples in the README of the rules work unchanged in Node.js", async () => {
    const [first, second] = await blocks("rules", "js");
    const run = async (code) => {
      await writeFile(join(folder, "first.js"), code);
      return execFileSync(process.execPath, ["first.js"], { cwd: folder, encoding: "utf8" });
    };
    const told = await run(first);
    assert.match(told, /'chess'/);
    assert.match(told, /\d+ legal moves\n/);
    assert.match(told, /^false \S/m);
    assert.equal(await run(second), "Duel 2\n");
  });

  test("the rules throw typed errors", async () => {
    const code = `import { failure, load, Match } from "@entourage/rules";
      await load();
      for (const make of [() => new Match("nobody"), () => new Match("chess", "x"), () => new Match("chess", undefined, ["e2e5"])]) {
        try { make(); console.log("made"); } catch (thrown) { console.log(failure(thrown).kind); }
      }`;
    await writeFile(join(folder, "faults.js"), code);
    assert.equal(execFileSync(process.execPath, ["faults.js"], { cwd: folder, encoding: "utf8" }), "text\ntext\nrefused\n");
  });

  test("the rules work in a browser's worker", async () => {
    await writeFile(join(folder, "worker.js"), 'import { load, Match } from "/node_modules/@entourage/rules/dist/index.js";\nawait load();\npostMessage(new Match("chess").view("en").moves.length);\n');
    await writeFile(join(folder, "worker.html"), "<!doctype html><title>worker</title>");
    const page = await stage.page();
    await page.goto(`${origin}/worker.html`);
    const count = await page.evaluate(() => new Promise((told, failed) => {
      const worker = new Worker("/worker.js", { type: "module" });
      worker.onmessage = ({ data }) => told(data);
      worker.onerror = (event) => failed(new Error(event.message));
    }));
    assert.equal(count, 20);
    await page.close();
  });

  test("the example in the README of the board is playable by mouse and keyboard", async () => {
    const [html] = await blocks("board", "html");
    await writeFile(join(folder, "board.html"), html);
    const page = await stage.page();
    const problems = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => message.type() === "error" && !message.text().includes("404") && problems.push(message.text()));
    await page.goto(`${origin}/board.html`);
    const board = page.locator("entourage-board");
    const square = (name) => board.locator(`[data-square="${name}"]`);
    await square("e4").waitFor();
    assert.match(await square("e4").getAttribute("aria-label"), /^e4, White Pawn, last move|^e4, White Pawn/);
    // The board has the colours of its theme regardless of the page.
    const fills = await board.locator("svg.board").evaluate((drawing) => [...drawing.querySelectorAll("*")].map((one) => getComputedStyle(one).fill));
    assert.ok(fills.includes("rgb(164, 194, 216)"), [...new Set(fills)].join("; "));
    // By mouse: two clicks.
    await square("g1").click();
    await square("f3").click();
    await page.waitForFunction(() => document.title === "g1f3");
    assert.equal(await board.getAttribute("moves"), "e2e4 e7e5 g1f3");
    // By keyboard, from the focused square.
    await square("b8").focus();
    await page.keyboard.press("Enter");
    await square("c6").focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.title === "b8c6");
    // Illegal moves are explained.
    await square("f3").click();
    await square("f6").click();
    await board.locator("p.refusal").waitFor();
    assert.equal(await board.getAttribute("moves"), "e2e4 e7e5 g1f3 b8c6");
    // Attributes can change; errors are reported.
    const told = await board.evaluate(async (element) => {
      element.setAttribute("lang", "fr");
      await element.shown;
      const status = element.view.statusText;
      element.setAttribute("moves", "e2e5");
      await element.shown;
      const { problem } = element;
      element.setAttribute("game", "toddler");
      element.setAttribute("moves", "");
      element.removeAttribute("playable");
      await element.shown;
      return { status, problem, kinds: element.view.pieces.length, left: element.problem };
    });
    assert.match(told.status, /Blancs/);
    assert.notEqual(told.problem, "");
    assert.ok(told.kinds > 20 && told.left === "");
    // A board that is not playable cannot be used to move.
    await square("d2").click();
    await square("d3").click();
    assert.equal(await board.getAttribute("moves"), "");
    await board.evaluate((element) => element.remove());
    assert.deepEqual(problems, []);
    await page.close();
  });

  test("the element has the documented download size", async () => {
    const code = await readFile(join(folder, "node_modules/@entourage/board/dist/index.js"));
    const weight = gzipSync(code, { level: 9 }).length;
    assert.ok(weight < 60_000, `${weight} bytes`);
  });
}, null);
