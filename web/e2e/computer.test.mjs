import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { begin, click, device, newGame, played } from "./support.mjs";

let world;
before(async () => (world = await begin()));
after(() => world.close());

test("the computer answers, takes its move back and gives hints, while the page stays live", async () => {
  const { page, context, faults } = await device(world);
  await newGame(page, world.server.url, { opponent: "computer", level: 3 });
  await click(page, "e9");
  await click(page, "e8");
  await played(page, 2);
  assert.match(await page.getByTestId("status").textContent(), /White to move/);
  await page.getByTestId("takeback").click();
  await played(page, 0);

  await page.getByTestId("hint").click();
  const thinking = page.getByTestId("thinking");
  await thinking.filter({ hasText: "Depth" }).waitFor();
  // The board can be looked at while the worker thinks.
  await click(page, "f11");
  await page.getByTestId("panel").filter({ hasText: "White Toddler" }).waitFor();
  await page.getByTestId("move-now").click();
  await page.getByTestId("prompt").filter({ hasText: "Hint:" }).waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test("the computer begins when it has the first side, and the board is turned", async () => {
  const { page, context, faults } = await device(world);
  await newGame(page, world.server.url, { opponent: "computer", level: 1, side: "2" });
  await played(page, 1);
  const [top, bottom] = [await page.locator('[data-square="f11"]').boundingBox(), await page.locator('[data-square="f1"]').boundingBox()];
  assert.ok(top.y < bottom.y);
  await page.getByTestId("flip").click();
  const turned = await page.locator('[data-square="f11"]').boundingBox();
  assert.ok(turned.y > top.y);
  await page.getByTestId("resign").click();
  await page.locator("dialog[open]").getByRole("button", { name: "Resign" }).click();
  await page.getByTestId("result").filter({ hasText: "The computer won" }).waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});
