// What the first page may weigh, that nothing in it jumps, and what Lighthouse thinks of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { judge, missing } from "./support/lighthouse.mjs";
import { WEIGHTY } from "./support/positions.mjs";
import { suite } from "./support/stage.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
/** The most bytes of the first page, beside the rules. */
const FIRST = 200_000;
/** The least score in each category but that of speed, which depends on what else the machine does: `cargo xtask bench page` prints that. */
const LEAST = 0.95;

/** Takes note of what jumps in a page, from its beginning on. */
function observe() {
  window.jumped = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.jumped += value;
  }).observe({ type: "layout-shift", buffered: true });
}

async function still(person) {
  // What comes late comes by then.
  await person.page.waitForLoadState("networkidle");
  const jumped = await person.page.evaluate(() => window.jumped);
  assert.ok(jumped < 0.005, `what is on the page jumps by ${jumped.toFixed(4)}`);
}

suite("the page keeps within its budgets", (stage) => {
  test("the first page weighs little without the rules, and nothing in it jumps", async () => {
    const person = await stage.person(PHONE);
    await person.context.addInitScript(observe);
    const session = await person.context.newCDPSession(person.page);
    await session.send("Network.enable");
    let bytes = 0;
    const rules = new Set();
    session.on("Network.responseReceived", ({ requestId, response }) => response.mimeType === "application/wasm" && rules.add(requestId));
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      if (!rules.has(requestId)) bytes += encodedDataLength;
    });
    await person.visit();
    await person.page.locator(".box svg.board").nth(3).waitFor();
    await still(person);
    assert.ok(bytes > 0 && bytes <= FIRST, `${bytes} bytes`);
  });

  test("nothing jumps where a game or a lesson is opened", async () => {
    const person = await stage.person(PHONE);
    await person.begin({ position: WEIGHTY });
    await person.context.addInitScript(observe);
    await person.page.reload();
    await person.seated();
    await still(person);
    await person.visit("/#learn=toddler/angel");
    await person.page.reload();
    await person.seated();
    await still(person);
  });

  test("Lighthouse finds it accessible, well made and easily found", { skip: missing }, async () => {
    for (const { id, score, faults } of await judge(stage.server.url)) {
      if (id !== "performance") assert.ok(score >= LEAST, `${id} ${score}: ${faults.join("; ")}`);
    }
  });
});
