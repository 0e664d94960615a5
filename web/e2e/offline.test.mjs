// Offline use: the cached site and its updates.
import assert from "node:assert/strict";
import { test } from "node:test";
import { suite } from "./support/stage.mjs";

const AWAY = [/ERR_\w+/, /WebSocket/, /Failed to load resource/];

/** Waits until the site is cached. */
const isKept = (person) => person.page.evaluate(async () => (await navigator.serviceWorker.ready).active !== null);

suite("offline use", (stage) => {
  test("the site opens, and a game of this device continues", async () => {
    const person = await stage.person({ serviceWorkers: "allow" });
    person.expected.push(...AWAY);
    await person.begin({ name: "Chess" });
    await person.play("e2e4");
    await person.sent();
    await isKept(person);
    const address = person.page.url();
    await person.context.setOffline(true);
    await person.visit();
    await person.page.getByRole("heading", { name: "Pieces that get their powers from their neighbours" }).waitFor();
    await person.page.locator(".box svg.board").nth(3).waitFor();
    await person.page.getByRole("region", { name: "Games on this device" }).getByText("Black to move").waitFor();
    await person.page.goto(address);
    await person.page.reload();
    await person.seated();
    await person.play("e7e5");
    await person.listed(2);
    // Offline moves are sent when the server is back.
    await person.context.setOffline(false);
    await person.sent();
    assert.deepEqual((await stage.kept(person)).moves, ["e2e4", "e7e5"]);
  });

  test("an offline game against the computer reaches the server later", async () => {
    const person = await stage.person({ serviceWorkers: "allow" });
    person.expected.push(...AWAY);
    await person.visit();
    await isKept(person);
    await person.context.setOffline(true);
    await person.visit();
    await person.beginOnPage({ name: "Chess", level: "1 Beginner" });
    await person.play("e2e4");
    await person.listed(2);
    const address = person.page.url();
    // It survives a reload.
    await person.visit();
    await person.page.getByRole("region", { name: "Games on this device" }).getByText("Your turn").waitFor();
    await person.page.goto(address);
    await person.page.reload();
    await person.seated();
    await person.listed(2);
    await person.context.setOffline(false);
    await person.sent();
    const kept = await stage.kept(person);
    assert.deepEqual([kept.moves[0], kept.moves.length, kept.players[1].kind], ["e2e4", 2, "computer"]);
    await person.play("d2d4");
    await person.listed(4);
    await person.sent();
    assert.equal((await stage.kept(person)).moves.length, 4);
  });

  test("offline, a game with cards starts without them", async () => {
    const person = await stage.person({ serviceWorkers: "allow" });
    person.expected.push(...AWAY);
    await person.visit();
    await isKept(person);
    await person.context.setOffline(true);
    await person.page.reload();
    await person.page.getByRole("button", { name: "Struggle", exact: true }).click();
    await person.page.getByTestId("begin").click();
    await person.page.getByText("The cards cannot be dealt because the server cannot be reached.").waitFor();
    await person.page.getByRole("button", { name: "Start without cards" }).click();
    await person.seated();
    await person.context.setOffline(false);
    await person.visit();
    // The list of games sends it, too.
    await person.page.getByRole("region", { name: "Games on this device" }).getByText("Your turn").waitFor();
    await person.page.getByText("Not read").waitFor({ state: "detached" });
    assert.equal(await person.page.getByText("This game does not exist").count(), 0);
  });

  test("lessons and rules are available", async () => {
    const person = await stage.person({ serviceWorkers: "allow" });
    person.expected.push(...AWAY);
    await person.visit();
    await isKept(person);
    await person.context.setOffline(true);
    await person.visit("/#learn=toddler/angel");
    await person.page.reload();
    await person.seated();
    await person.click("g8", "f7");
    await person.page.getByRole("heading", { name: "Well done!" }).waitFor();
    await person.visit("/#rules=toddler");
    await person.page.locator("figure svg").first().waitFor({ state: "attached" });
  });

  test("the cache has files of the site and no other responses of the server", async () => {
    const person = await stage.person({ serviceWorkers: "allow" });
    await person.begin({ name: "Chess" });
    await person.play("e2e4");
    await person.sent();
    await isKept(person);
    const caches = await person.page.evaluate(async () => {
      const names = await window.caches.keys();
      return Promise.all(names.map(async (name) => ({ name, paths: (await (await window.caches.open(name)).keys()).map(({ url }) => new URL(url).pathname) })));
    });
    assert.equal(caches.length, 1);
    const [{ name, paths }] = caches;
    assert.match(name, /^entourage [0-9a-f]{12}$/);
    assert.ok(paths.includes("/") && paths.some((path) => path.endsWith(".wasm")), paths.join(" "));
    assert.ok(paths.every((path) => path === "/" || /^\/(assets\/.*|theme\.js|icon(-turn)?\.svg|manifest\.webmanifest|licences\/[a-z-]+\.txt)$/.test(path)), paths.join(" "));
  });

  test("a new version appears at once and replaces the cached one", async () => {
    const person = await stage.person({ serviceWorkers: "allow" });
    await person.visit();
    await isKept(person);
    await person.page.evaluate(() => caches.open("entourage 000000000000"));
    // The page comes from the server whenever possible.
    const [answer] = await Promise.all([person.page.waitForResponse((response) => new URL(response.url()).pathname === "/"), person.page.reload()]);
    assert.equal(answer.status(), 200);
    const worker = await person.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.unregister();
      return registration.active?.scriptURL;
    });
    assert.match(worker, /\/service\.js$/);
    await person.page.goto("about:blank");
    await person.visit();
    await isKept(person);
    await person.page.waitForFunction(async () => (await caches.keys()).length === 1);
    assert.notEqual(await person.page.evaluate(async () => (await caches.keys())[0]), "entourage 000000000000");
  });
});
