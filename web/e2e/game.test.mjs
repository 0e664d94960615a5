import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { CAPTAIN, squaresOf, WHOLE_GAME } from "./scripts.mjs";
import { begin, click, device, drag, newGame, played, walk } from "./support.mjs";

let world;
before(async () => (world = await begin()));
after(() => world.close());

test("a whole game by clicks, one drag and one move by keyboard, with a reload in the middle", async () => {
  const { page, context, faults } = await device(world);
  await newGame(page, world.server.url);
  assert.match(page.url(), /\/#game=[\w-]{20,}$/);
  for (const [ply, move] of WHOLE_GAME.entries()) {
    const [from, ...rest] = squaresOf(move);
    if (ply === 2) {
      await drag(page, from, rest[0]);
    } else if (ply === 4) {
      await page.locator("[data-square][tabindex='0']").focus();
      await walk(page, from);
      await page.keyboard.press("Enter");
      await walk(page, rest[0]);
      assert.match(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), /^h8, empty, possible: move here/);
      await page.keyboard.press("Enter");
    } else {
      await click(page, from);
      for (const square of rest) await click(page, square);
    }
    if (await page.getByTestId("prompt").locator(".confirm").isVisible()) {
      await page.getByTestId("prompt").locator(".primary").click();
    } else if (await page.getByTestId("prompt").locator(".choose").isVisible()) {
      await click(page, rest.at(-1));
    }
    await played(page, ply + 1);
    if (ply === 10) {
      await page.reload();
      await played(page, ply + 1);
    }
  }
  const result = page.getByTestId("result");
  await result.waitFor();
  assert.match(await result.textContent(), /White wins: Threat and Capture/);
  assert.match(await page.getByTestId("live").textContent(), /Threat and Capture/);
  await result.getByRole("button", { name: "Look at the board" }).click();

  // Every move was kept: another device finds the same game, and its end.
  const other = await device(world);
  await other.page.goto(page.url());
  await played(other.page, WHOLE_GAME.length);
  assert.match(await other.page.getByTestId("status").textContent(), /White wins: Threat and Capture/);

  // The replay walks back and forth.
  await page.getByRole("button", { name: "First position" }).click();
  assert.match(await page.locator('[data-square="f11"]').getAttribute("aria-label"), /White Toddler/);
  await page.getByRole("button", { name: "Next move" }).click();
  assert.match(await page.locator('[data-square="f10"]').getAttribute("aria-label"), /White Toddler.*last move/);
  assert.deepEqual([...faults, ...other.faults], []);
  await context.close();
});

test("a refused move says why and marks what is to blame", async () => {
  const { page, faults, context } = await device(world);
  await newGame(page, world.server.url);
  await click(page, "a11");
  await click(page, "d8");
  const refusal = page.getByTestId("refusal");
  await refusal.waitFor();
  assert.match(await refusal.textContent(), /c9/);
  assert.match(await page.getByTestId("refusal-live").textContent(), /Not allowed/);
  assert.ok((await page.locator(".blamed").count()) > 0);
  await page.keyboard.press("Escape");
  await refusal.waitFor({ state: "detached" });
  assert.deepEqual(faults, []);
  await context.close();
});

test("a small chooser asks where several moves share the clicked squares", async () => {
  const { page, faults, context } = await device(world);
  await newGame(page, world.server.url, { position: CAPTAIN });
  await click(page, "f5");
  await click(page, "e4");
  const options = page.getByTestId("prompt").locator(".choose [role=listitem] button");
  assert.ok((await options.count()) > 2);
  await options.filter({ hasText: "f5 × e4 → e3" }).click();
  await played(page, 1);
  assert.match(await page.locator('[data-square="e3"]').getAttribute("aria-label"), /White Captain/);
  assert.match(await page.locator('[data-square="e4"]').getAttribute("aria-label"), /empty/);
  assert.deepEqual(faults, []);
  await context.close();
});

test("typed moves are played, or answered with what is wrong", async () => {
  const { page, faults, context } = await device(world);
  await newGame(page, world.server.url);
  const field = page.getByTestId("typed-move");
  await field.fill("e9e7");
  await field.press("Enter");
  await page.locator("form .problem", { hasText: "e7" }).waitFor();
  await field.fill("?");
  await field.press("Enter");
  await page.locator("form .problem", { hasText: "character 1" }).waitFor();
  await field.fill("e9e8");
  await field.press("Enter");
  await played(page, 1);
  assert.deepEqual(faults, []);
  await context.close();
});
