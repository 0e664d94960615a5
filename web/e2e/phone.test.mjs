import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ANGEL, THREAT } from "./scripts.mjs";
import { begin, device, newGame, played, tap } from "./support.mjs";

let world;
before(async () => (world = await begin()));
after(() => world.close());

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

test("on a phone a tap is confirmed before it is played, and nothing scrolls sideways", async () => {
  const { page, context, faults } = await device(world, { ...PHONE, locale: "fr-FR", colorScheme: "dark" });
  await newGame(page, world.server.url);
  await tap(page, "e9");
  await tap(page, "e8");
  const prompt = page.getByTestId("prompt");
  await prompt.getByRole("button", { name: "Jouer" }).waitFor();
  await played(page, 0);
  await prompt.getByRole("button", { name: "Annuler" }).tap();
  await tap(page, "e9");
  await tap(page, "e8");
  await tap(page, "e8");
  await played(page, 1);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  const board = await page.locator("svg.board").boundingBox();
  assert.ok(board.width >= 388, `the board is ${board.width} wide`);
  assert.deepEqual(faults, []);
  await context.close();
});

test("before an Angel is captured its attackers are named", async () => {
  const { page, context, faults } = await device(world, PHONE);
  await newGame(page, world.server.url, { position: ANGEL });
  await tap(page, "c6");
  await tap(page, "e8");
  const prompt = page.getByTestId("prompt");
  await prompt.filter({ hasText: /Emperor on e5 and the Nurse on c6/ }).waitFor();
  await prompt.getByRole("button", { name: "Play" }).tap();
  await played(page, 1);
  assert.deepEqual(faults, []);
  await context.close();
});

test("in Threat the pass says why it cannot be had", async () => {
  const { page, context, faults } = await device(world, PHONE);
  await newGame(page, world.server.url, { position: THREAT });
  assert.match(await page.getByTestId("status").textContent(), /Threat!/);
  const pass = page.getByTestId("pass");
  assert.equal(await pass.getAttribute("aria-disabled"), "true");
  assert.match(await page.locator("#pass-reason").textContent(), /may not pass in Threat/);
  assert.deepEqual(faults, []);
  await context.close();
});
