import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { begin, click, device, newGame, played, startServer } from "./support.mjs";

let world;
before(async () => (world = await begin()));
after(() => world.close());

const banner = (page, text) => page.getByTestId("server-banner").filter({ hasText: text }).waitFor();

test("a killed server is noticed; moves are kept, over a reload too, and sent when it is back", async () => {
  const { page, context, faults } = await device(world);
  await newGame(page, world.server.url);
  await click(page, "e9");
  await click(page, "e8");
  await played(page, 1);
  const { port } = world.server;
  await world.server.stop("SIGKILL");
  await click(page, "e3");
  await click(page, "e4");
  await banner(page, "cannot be reached");
  await banner(page, "kept on this device");
  await click(page, "d9");
  await click(page, "d8");
  await played(page, 3);
  world.server = await startServer(world.data, port);
  await page.getByRole("button", { name: "Try now" }).click();
  await banner(page, "everything is saved");
  await world.server.stop("SIGKILL");
  await click(page, "d3");
  await click(page, "d4");
  await played(page, 4);
  world.server = await startServer(world.data, port);
  await page.reload();
  await page.waitForFunction(() => {
    const copy = Object.entries(localStorage).find(([key]) => key.startsWith("entourage.game."))?.[1];
    return copy !== undefined && JSON.parse(copy).pending.length === 0;
  });
  // What the server has is enough: this device forgets its own copy.
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await played(page, 4);
  assert.deepEqual(faults, []);
  await context.close();
});

test("where the game went on elsewhere, the server's state is shown", async () => {
  const [one, two] = [await device(world), await device(world)];
  await newGame(one.page, world.server.url);
  await two.page.goto(one.page.url());
  await two.page.getByTestId("status").waitFor();
  await click(two.page, "a9");
  await click(two.page, "a8");
  await played(two.page, 1);
  await two.page.waitForTimeout(300);
  await click(one.page, "k9");
  await click(one.page, "k8");
  await banner(one.page, "went on elsewhere");
  await played(one.page, 1);
  assert.match(await one.page.locator('[data-square="a8"]').getAttribute("aria-label"), /White/);
  assert.deepEqual([...one.faults, ...two.faults], []);
  await one.context.close();
  await two.context.close();
});

test("an address that nobody knows says so", async () => {
  const { page, context } = await device(world);
  await page.goto(`${world.server.url}/#game=unknown`);
  await page.getByRole("heading", { name: "no game at this address" }).waitFor();
  await context.close();
});

test("the first page is useful within two seconds and small", async () => {
  const { page, context, faults } = await device(world);
  let bytes = 0;
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  const began = Date.now();
  await page.goto(world.server.url);
  await page.getByTestId("begin").waitFor();
  const took = Date.now() - began;
  await page.waitForLoadState("networkidle");
  console.log(`first page: ${took} ms, ${bytes} bytes`);
  assert.ok(bytes < 500_000, `${bytes} bytes`);
  // A busy machine is given some air: what is promised is two seconds on an idle one.
  assert.ok(took < 6_000, `${took} ms`);
  assert.deepEqual(faults, []);
  await context.close();
});
