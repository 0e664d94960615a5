// The site in general: download size, languages, themes and text pages.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LOST } from "./support/apart.mjs";
import { isRelease } from "./support/limits.mjs";
import { GENIUS } from "./support/positions.mjs";
import { suite } from "./support/stage.mjs";

/** Measures text contrast as defined by WCAG, and the brightness of the background. */
function measure(page) {
  return page.evaluate(() => {
    const luminance = (colour) => {
      const [r, g, b] = colour.match(/[\d.]+/g).map((part) => {
        const value = part / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const style = getComputedStyle(document.body);
    const [text, ground] = [luminance(style.color), luminance(style.backgroundColor)];
    return { ground, contrast: (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05) };
  });
}

suite("the page", (stage) => {
  test("loads with less than 100 KB, and the rules of the first game with less than 200 KB", async () => {
    const person = await stage.person();
    const network = await person.context.newCDPSession(person.page);
    await network.send("Network.enable");
    const loaded = [];
    const addresses = new Map();
    network.on("Network.responseReceived", ({ requestId, response }) => addresses.set(requestId, response.url));
    network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => loaded.push([addresses.get(requestId) ?? "", encodedDataLength]));
    const rules = ([address]) => address.endsWith(".wasm");
    // What is requested after the button appears does not count, however late this script notices the button.
    await person.context.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector("[data-testid=begin]")) return;
        window.usefulAt = performance.now();
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    });
    await person.visit();
    await person.page.getByTestId("begin").waitFor();
    const [useful, bytes] = await person.page.evaluate(() => {
      const counted = performance.getEntries().filter(({ entryType, name, startTime }) => ["navigation", "resource"].includes(entryType) && startTime < window.usefulAt && !/\.(wasm|woff2)$/.test(name));
      return [window.usefulAt, counted.reduce((sum, { transferSize }) => sum + transferSize, 0)];
    });
    await person.page.getByTestId("begin").click();
    await person.seated();
    const [first] = loaded.filter(rules);
    console.log(`first page: useful after ${Math.round(useful)} ms, ${bytes} bytes; the rules of the first game: ${first[1]}`);
    assert.ok(bytes < 100_000, `${bytes} bytes`);
    assert.ok(first[1] > 0 && (first[1] < 200_000 || !isRelease), `${first[1]} bytes of rules`);
  });

  test("shows each game in a box of its own hue, with the last one selected", async () => {
    const person = await stage.person();
    await person.visit();
    const boxes = person.page.getByRole("group", { name: "Game", exact: true }).getByRole("button");
    const pressed = () => boxes.evaluateAll((all) => all.filter((box) => box.getAttribute("aria-pressed") === "true").map((box) => box.querySelector(".name").textContent));
    const hues = await boxes.evaluateAll((all) => all.map((box) => box.dataset.hue));
    assert.equal(new Set(hues).size, 4);
    assert.deepEqual(await pressed(), ["The Toddler"]);
    // Each cover shows its own board with powers; covers that play end at rest.
    await person.page.locator(".box").nth(3).locator("svg.board").waitFor();
    await person.page.locator(".box").first().locator("[data-aura]").first().waitFor();
    await person.page.getByRole("button", { name: "Chess", exact: true }).click();
    assert.deepEqual(await pressed(), ["Chess"]);
    await person.page.getByRole("button", { name: "Play Chess" }).click();
    await person.seated();
    await person.visit();
    assert.deepEqual(await pressed(), ["Chess"]);
  });

  test("starts a game in one click, before the rules are loaded", async () => {
    const person = await stage.person();
    // The rules are delayed until released.
    let release;
    const held = new Promise((resolve) => (release = resolve));
    await person.page.route(/\.wasm$/, async (route) => {
      await held;
      await route.continue();
    });
    await person.visit();
    await person.page.getByText("Computer level 1 · White · no clock").waitFor();
    const tops = () => person.page.locator(".box, [data-testid=begin]").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    const before = await tops();
    // Options common to all games are available.
    await person.choose("Level", "3 Casual");
    await person.page.getByRole("button", { name: "Done" }).click();
    await person.page.getByText("Computer level 3 · White · no clock").waitFor();
    assert.deepEqual(await tops(), before);
    const began = person.page.waitForURL(/#game=/);
    await person.page.getByTestId("begin").click();
    await began;
    // The starting position is shown meanwhile.
    await person.page.waitForFunction(() => document.querySelector("[data-testid=start-board]")?.naturalWidth > 0);
    await person.visit();
    release();
    await person.page.locator(".box svg.board").nth(3).waitFor();
    assert.deepEqual(await tops(), before, "nothing shifts when the rules are loaded");
  });

  test("has little layout shift on the start page, in a game and in a lesson, on desktop and phone", async () => {
    for (const options of [{}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }]) {
      const person = await stage.person(options);
      await person.page.addInitScript(() => {
        window.shifts = [];
        const observer = new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries()) window.shifts.push([value, ...sources.map(({ node }) => node?.className ?? node?.nodeName)]);
        });
        observer.observe({ type: "layout-shift", buffered: true });
      });
      await person.visit();
      await person.page.locator(".box svg.board").nth(3).waitFor({ state: "attached" });
      await person.page.getByRole("heading", { name: "Games on this device" }).waitFor();
      await person.fonts();
      // The text font can replace its fallback after the first paint, and titles of rulings load later and may wrap a line of the panel.
      const steady = async (address) => {
        const shifts = await person.page.evaluate(() => window.shifts);
        const sum = shifts.reduce((all, [value]) => all + value, 0);
        assert.ok(sum < 0.005, `${address}: ${JSON.stringify(shifts)}`);
      };
      await steady("home");
      await person.begin({ position: GENIUS });
      for (const address of [person.page.url(), "/#learn=toddler/angel"]) {
        await person.visit(address);
        await person.page.reload();
        await person.seated();
        await person.drawn();
        await person.fonts();
        await steady(address);
      }
    }
  });

  test("does not animate covers with reduced motion", async () => {
    const person = await stage.person({ reducedMotion: "reduce" });
    await person.page.clock.install();
    await person.visit();
    const cover = person.page.locator(".box svg.board").first();
    await cover.waitFor();
    const drawn = () => cover.evaluate((svg) => svg.innerHTML);
    const before = await drawn();
    await person.page.locator(".box").first().hover();
    await person.page.clock.runFor(10_000);
    assert.equal(await drawn(), before);
  });

  test("invites a friend from the start page", async () => {
    const person = await stage.person();
    await person.visit();
    await person.page.getByRole("button", { name: "Invite a friend" }).click();
    const link = await person.page.getByTestId("link-friend").inputValue();
    await person.page.getByTestId("qr-code").waitFor();
    // The friend learns what the link is, and the host that the friend has come.
    const friend = await stage.person({ locale: "fr-FR" });
    for (const one of [person, friend]) one.expected.push(LOST);
    await friend.visit(link);
    await friend.page.getByRole("heading", { name: /^Un ami vous invite à jouer/ }).waitFor();
    await friend.page.getByTestId("join").click();
    await person.page.getByTestId("server-banner").getByText("Your opponent has joined as Black.").waitFor();
    await person.page.getByTestId("invite").waitFor({ state: "hidden" });
  });

  test("shows an error page, or JSON for programs", async () => {
    const person = await stage.person({ locale: "fr-FR" });
    person.expected.push(/404/);
    await person.visit("/nowhere/at/all");
    await person.page.getByRole("heading", { name: "Page introuvable" }).waitFor();
    await person.page.getByRole("link", { name: "Aller à la page d'accueil" }).click();
    await person.page.getByTestId("begin").waitFor();
    const answer = await person.context.request.get(new URL("/nowhere", person.page.url()).href, { headers: { accept: "application/json" } });
    assert.equal(answer.status(), 404);
    assert.equal((await answer.json()).error.code, "no-route");
  });

  test("shows the whole board beside the options, and never above the content below", async () => {
    const person = await stage.person();
    await person.visit();
    for (const name of ["The Toddler", "Struggle"]) {
      await person.page.getByRole("button", { name, exact: true }).click();
      await person.unfold();
      const board = person.page.locator(".preview svg.board");
      assert.ok((await board.boundingBox()).height < 800, name);
      await person.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      const below = await person.page.getByRole("heading", { name: "Games on this device" }).boundingBox();
      const { y, height } = await board.boundingBox();
      assert.ok(y + height < below.y, `${name}: the board ends at ${y + height}, the list begins at ${below.y}`);
      await person.page.evaluate(() => scrollTo(0, 0));
    }
  });

  test("changes its language and that of the rules at once, and stores it", async () => {
    const person = await stage.person();
    await person.begin({ position: GENIUS });
    await (await person.item("menu-language")).click();
    assert.equal(await person.page.evaluate(() => document.documentElement.lang), "fr");
    assert.match(await person.label("e9"), /Soldat/);
    assert.match(await person.status.innerText(), /aux Blancs de jouer/i);
    await person.click("e9", "d8");
    await person.refusal.getByText("Le Soldat en e9 ne peut rien capturer de là : le Génie en e8 est à côté.").waitFor();
    await person.page.reload();
    await person.seated();
    assert.match(await person.label("e9"), /Soldat/);
    await person.act("menu-language");
    assert.match(await person.label("e9"), /Soldier/);
  });

  test("starts in the browser's language", async () => {
    const person = await stage.person({ locale: "fr-CA" });
    await person.visit();
    await person.page.getByRole("heading", { name: "Des pièces qui tirent leurs pouvoirs de leurs voisines" }).waitFor();
  });

  test("follows the device's dark or light mode, or the user's choice", async () => {
    const [night, day] = [await stage.person({ colorScheme: "dark" }), await stage.person({ colorScheme: "light" })];
    for (const person of [night, day]) await person.begin();
    const [dark, light] = [await measure(night.page), await measure(day.page)];
    assert.ok(dark.ground < 0.1 && light.ground > 0.6, `${dark.ground} and ${light.ground}`);
    assert.ok(dark.contrast > 7 && light.contrast > 7, `${dark.contrast} and ${light.contrast}`);
    await night.openSettings();
    await night.choose("Theme", "Light");
    assert.deepEqual(await measure(night.page), light);
    await night.page.reload();
    await night.seated();
    assert.deepEqual(await measure(night.page), light);
  });

  test("shows the rules with diagrams, and the credits", async () => {
    for (const locale of ["en-GB", "fr-FR"]) {
      const person = await stage.person({ locale });
      await person.visit("/#rules=");
      await person.page.locator("figure").first().waitFor();
      // Diagrams are drawn when near the viewport; for printing, all of them.
      await person.page.evaluate(() => dispatchEvent(new Event("beforeprint")));
      assert.ok((await person.page.locator("figure svg.board").count()) >= 20);
      assert.equal(await person.page.locator("figure .problem").count(), 0, "every diagram is drawn");
      await person.visit("/#credits");
      for (const who of ["Jean-Yves Boulay", "CC BY 3.0", "Fergus Duniho", "Jeremy Good"]) await person.page.getByText(who).first().waitFor();
      await person.leave();
    }
  });

  test("shows the rules beside the board without leaving the game", async () => {
    const person = await stage.person();
    await person.begin();
    await person.page.getByRole("tab", { name: "Rules" }).click();
    await person.page.getByRole("tabpanel").locator("figure svg").first().waitFor();
    await person.click("e9", "e8");
    await person.page.getByRole("tab", { name: "Game" }).click();
    await person.listed(1);
  });

  test("a change of language keeps the covers", async () => {
    const person = await stage.person();
    await person.page.clock.install();
    await person.visit();
    const covers = person.page.locator(".box svg.board");
    await covers.nth(3).waitFor();
    const first = await covers.first().elementHandle();
    await person.page.getByRole("button", { name: "Français" }).click();
    await person.page.getByRole("link", { name: "Apprendre en 2 min" }).waitFor();
    await person.page.clock.runFor(5_000);
    assert.ok(await first.evaluate((cover) => cover.isConnected), "the cover is not replaced");
    assert.equal(await covers.count(), 4);
  });
});
