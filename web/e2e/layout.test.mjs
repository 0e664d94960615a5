// Layout of a game page: prompts are visible, and nothing shifts while the user acts. Visits of the views check all sizes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pair } from "./support/apart.mjs";
import { outside } from "./support/layout.mjs";
import { WEIGHTY } from "./support/positions.mjs";
import { suite } from "./support/stage.mjs";
import { SIZES } from "./support/visit.mjs";

const STRUGGLE = "w/bk/yrg/4/5/6/5/6/5/4/GRY/KB/W 1 - - - - -";

suite("the page of a game", (stage) => {
  test("refusals and confirmations are visible on a phone in both orientations", async () => {
    for (const viewport of [SIZES.phone, SIZES.lying]) {
      const person = await stage.person({ viewport, hasTouch: true });
      await person.begin({ name: "Struggle", position: STRUGGLE });
      await person.tap("a1");
      await person.tap("c8");
      await person.refusal.waitFor();
      assert.deepEqual(await outside(person.page, "[data-testid=refusal]"), []);
      await person.tap("a2");
      await person.tap("a4");
      await person.confirmation.waitFor();
      assert.deepEqual(await outside(person.page, "[data-testid=prompt]", "[data-testid=prompt] .primary"), []);
      await person.confirmation.getByRole("button", { name: "Play" }).tap();
      await person.listed(1);
    }
  });

  test("the page keeps its length while a move awaits confirmation", async () => {
    const person = await stage.person({ viewport: SIZES.phone, hasTouch: true });
    const length = () => person.page.evaluate(() => document.documentElement.scrollHeight);
    await person.begin({ name: "Struggle", position: STRUGGLE });
    const before = await length();
    await person.tap("a2");
    await person.tap("a4");
    await person.confirmation.waitFor();
    assert.equal(await length(), before);
    await person.confirmation.getByRole("button", { name: "Play" }).tap();
    await person.listed(1);
    assert.equal(await length(), before);
    // If the page fits in the window, it does not scroll.
    await person.begin({ name: "The Toddler" });
    assert.equal(await length(), SIZES.phone.height);
  });

  test("the title of a cited rule does not shift the layout when it loads, even with two lines", async () => {
    const person = await stage.person();
    let come;
    const held = new Promise((release) => (come = release));
    await person.page.route(/\/rules\.en-[^/]*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await person.begin({ position: WEIGHTY });
    await person.click("e11", "c10");
    await person.refusal.waitFor();
    const text = person.refusal.locator(".text");
    await text.evaluate((element) => Object.assign(element.style, { flex: "none", width: "6.75rem", maxHeight: "none", lineHeight: "1.8" }));
    const height = await text.evaluate((element) => element.scrollHeight);
    come();
    await text.getByText("Guardian Angel (W)").waitFor();
    assert.equal(await text.evaluate((element) => element.scrollHeight), height);
  });

  test("the analysis board is where the game's board is", async () => {
    const { friend: person } = await pair(stage, "The Toddler");
    const place = () => person.page.locator(".board svg").first().boundingBox();
    for (const viewport of Object.values(SIZES)) {
      await person.resize(viewport);
      const before = await place();
      await person.page.getByTestId("try").click();
      await person.page.getByTestId("aside-back").waitFor();
      assert.deepEqual(await place(), before);
      await person.page.getByTestId("aside-back").click();
      await person.page.getByTestId("try").waitFor();
      assert.deepEqual(await place(), before);
    }
  });

  test("the focus moves to the analysis board and back", async () => {
    const { friend: person } = await pair(stage, "The Toddler");
    await person.page.getByTestId("try").click();
    await person.page.locator("[data-testid=aside] [data-square]:focus").waitFor();
    await person.page.getByTestId("aside-back").click();
    await person.page.locator(".stage [data-square]:focus").waitFor();
  });

  test("a premove is played on the user's turn", async () => {
    const { host, friend } = await pair(stage, "Chess");
    await friend.click("e7", "e5");
    await friend.page.getByTestId("ahead").waitFor();
    assert.equal(await friend.page.locator('[data-ahead="e5"]').count(), 1);
    await host.play("e2e4");
    // Without a running clock a premove is confirmed before it is sent.
    await friend.confirmation.getByRole("button", { name: "Play" }).click();
    await friend.listed(2);
    await host.listed(2);
    // An illegal premove is dropped, and a click cancels a premove.
    await friend.click("e5", "e3");
    await friend.page.getByTestId("ahead").waitFor();
    await host.play("d2d4");
    await friend.listed(3);
    assert.equal(await friend.heard(), "Your premove was not legal and was cancelled.");
  });

  test("arrows and circles are drawn with the secondary button, and cleared by the next click", async () => {
    const person = await stage.person();
    await person.begin();
    const { page } = person;
    const draw = async (from, to) => {
      const [a, b] = [await person.middle(from), await person.middle(to)];
      await page.mouse.move(a.x, a.y);
      await page.mouse.down({ button: "right" });
      await page.mouse.move(b.x, b.y, { steps: 3 });
      await page.mouse.up({ button: "right" });
    };
    await draw("e9", "e5");
    await draw("c5", "c5");
    assert.equal(await page.locator(".way.sketch").count(), 1);
    assert.equal(await page.locator("g.circle").count(), 1);
    await draw("c5", "c5");
    assert.equal(await page.locator("g.circle").count(), 0);
    await person.click("e9");
    assert.equal(await page.locator(".way.sketch").count(), 0);
    await person.click("e8");
    await person.listed(1);
  });

  test("the menu works by keyboard, and returns the focus", async () => {
    const person = await stage.person();
    await person.begin();
    const { page } = person;
    await page.getByTestId("menu").focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.closest("[popover]"));
    assert.match(await person.focus(), /^button (Take back|Resign)/);
    await page.keyboard.press("ArrowDown");
    assert.match(await person.focus(), /^button (Resign|Flip)/);
    await page.keyboard.press("Escape");
    assert.equal(await page.getByTestId("flip").isVisible(), false);
    assert.match(await person.focus(), /Menu/);
  });
});
