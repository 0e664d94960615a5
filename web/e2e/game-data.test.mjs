// A player's data: notes and conditional moves on several devices, export and deletion.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { LOST, pair } from "./support/apart.mjs";
import { suite } from "./support/stage.mjs";

const tab = (person, name) => person.page.getByRole("tab", { name }).click();
const notes = (person) => person.page.getByTestId("notes");

async function noted(person, text) {
  await person.page.waitForFunction((wanted) => document.querySelector("[data-testid=notes]")?.value === wanted, text);
}

/** Waits until the notes can be edited. */
async function writable(person) {
  await person.page.waitForFunction(() => document.querySelector("[data-testid=notes]")?.disabled === false);
}

/** Opens a game between two devices, with a second device for the host. */
async function three(stage) {
  const { host, friend } = await pair(stage, "Chess");
  const again = await stage.person();
  for (const person of [host, friend, again]) person.expected.push(LOST, /404|409/);
  await again.visit(host.page.url());
  await again.seated();
  return { host, friend, again };
}

suite("a player's data", (stage) => {
  test("notes changed on another device are shown, and nothing unread is overwritten", async () => {
    const { host, again } = await three(stage);
    for (const person of [host, again]) {
      await tab(person, "Chat");
      await writable(person);
    }
    await notes(host).fill("from here");
    await host.page.getByText("Saved", { exact: true }).waitFor();
    await notes(again).fill("from there");
    const newer = again.page.getByTestId("notes-newer");
    await newer.getByText("from here").waitFor();
    // Text typed in the meantime stays here until the user has chosen, even after a reload.
    await notes(again).fill("from there, and more");
    await again.page.reload();
    await again.seated();
    await tab(again, "Chat");
    await newer.getByText("from here").waitFor();
    assert.equal(await notes(again).inputValue(), "from there, and more");
    await again.page.getByTestId("notes-insist").click();
    await again.page.getByText("Saved", { exact: true }).waitFor();
    await notes(host).fill("from here again");
    await host.page.getByTestId("notes-newer").getByText("from there, and more").waitFor();
    await host.page.getByTestId("notes-take").click();
    await host.page.getByTestId("notes-newer").waitFor({ state: "detached" });
    assert.equal(await notes(host).inputValue(), "from there, and more");
    await again.page.reload();
    await again.seated();
    await tab(again, "Chat");
    await noted(again, "from there, and more");
  });

  test("notes typed quickly are saved in order, also after the panel is closed", async () => {
    const { host } = await three(stage);
    await tab(host, "Chat");
    await writable(host);
    let release;
    const held = new Promise((resolve) => (release = resolve));
    await host.page.route("**/api/game/notes", async (route) => {
      await held;
      await route.continue();
    });
    await notes(host).fill("one");
    await host.page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/game/notes"));
    await notes(host).fill("one, two");
    const last = host.page.waitForResponse((response) => response.request().postData()?.includes("two") === true);
    await tab(host, "Game");
    release();
    await last;
    await host.page.unroute("**/api/game/notes");
    await tab(host, "Chat");
    await noted(host, "one, two");
    assert.equal(await host.page.getByTestId("notes-newer").count(), 0);
  });

  test("conditional moves that cannot be loaded are not treated as empty", async () => {
    const { host, friend } = await three(stage);
    host.expected.push(/ERR_FAILED/);
    await host.play("e2e4");
    await friend.listed(1);
    await host.page.route("**/api/game/plan", (route) => route.abort());
    await host.page.getByTestId("try").click();
    await host.page.getByTestId("plan-problem").getByText("your conditional moves could not be loaded").waitFor();
    await host.click("e7", "e5", "g1", "f3");
    assert.equal(await host.page.getByTestId("plan-keep").isDisabled(), true);
    assert.equal(await host.page.getByText("No conditional moves.").count(), 0);
    await host.page.unroute("**/api/game/plan");
    // It is loaded again automatically.
    await host.page.getByText("No conditional moves.").waitFor();
    await host.page.getByTestId("plan-keep").click();
    await host.page.getByRole("button", { name: "If e7e5, then g1f3" }).waitFor();
  });

  test("conditional moves changed on another device are shown, not overwritten", async () => {
    const { host, friend, again } = await three(stage);
    await host.play("e2e4");
    for (const person of [friend, again]) await person.listed(1);
    for (const person of [host, again]) {
      await person.page.getByTestId("try").click();
      await person.page.getByText("No conditional moves.").waitFor();
    }
    await host.click("e7", "e5", "g1", "f3");
    await host.page.getByTestId("plan-keep").click();
    await host.page.getByRole("button", { name: "If e7e5, then g1f3" }).waitFor();
    await again.click("c7", "c5", "g1", "f3");
    await again.page.getByTestId("plan-keep").click();
    await again.page.getByTestId("plan-problem").getByText("changed on another device").waitFor();
    await again.page.getByRole("button", { name: "If e7e5, then g1f3" }).waitFor();
    await again.page.getByTestId("plan-keep").click();
    await again.page.getByRole("button", { name: "If c7c5, then g1f3" }).waitFor();
    assert.equal(await again.page.getByTestId("branch").count(), 2);
  });

  test("is exported as a file, and chat messages are deleted", async () => {
    const { host, friend } = await three(stage);
    await tab(host, "Chat");
    await tab(friend, "Chat");
    await host.page.getByTestId("chat-text").fill("my address is 5, Elm Street");
    await host.page.getByTestId("chat-send").click();
    await friend.page.getByText("Elm Street").waitFor();
    const [file] = await Promise.all([host.page.waitForEvent("download"), host.page.getByTestId("export").click()]);
    assert.match(file.suggestedFilename(), /^entourage-chess-\d{4}-\d{2}-\d{2}\.json$/);
    const all = JSON.parse(await readFile(await file.path(), "utf8"));
    assert.deepEqual(all.chat.map((line) => line.text), ["my address is 5, Elm Street"]);
    assert.match(all.state.spec, /^chess/);
    const [record] = await Promise.all([host.page.waitForEvent("download"), host.page.getByTestId("record").click()]);
    assert.match(record.suggestedFilename(), /^entourage-chess-\d{4}-\d{2}-\d{2}\.pgn$/);
    assert.match(await readFile(await record.path(), "utf8"), /\[RulesVersion "1"\]\n\n\*\n/);
    // All games of the device are in one file.
    const [records] = await Promise.all([host.page.waitForEvent("download"), host.page.getByTestId("all-records").click()]);
    assert.match(records.suggestedFilename(), /^entourage-games-\d{4}-\d{2}-\d{2}\.pgn$/);
    const games = (await readFile(await records.path(), "utf8")).match(/^\[Event /gm).length;
    assert.ok(games >= 1);
    await host.page.getByText(`Games saved: ${games}.`).waitFor();
    await host.page.getByTestId("unsay").click();
    await host.page.getByTestId("sure").and(host.page.locator("[aria-disabled=false]")).click();
    await host.page.getByText("1 message deleted.").waitFor();
    for (const person of [host, friend]) {
      await person.page.getByTestId("chat-lines").getByText("deleted").waitFor();
      assert.equal(await person.page.getByText("Elm Street").count(), 0);
    }
  });

  test("a game is deleted when both players agree", async () => {
    const { host, friend } = await three(stage);
    await host.play("e2e4");
    await friend.listed(1);
    await tab(host, "Chat");
    await host.page.getByTestId("remove").click();
    await host.page.getByTestId("sure").and(host.page.locator("[aria-disabled=false]")).click();
    await host.page.getByTestId("wish-stands").waitFor();
    const wished = friend.page.getByTestId("deletion-wished");
    await wished.waitFor();
    await wished.getByRole("button", { name: "View" }).click();
    await friend.page.getByTestId("wished").waitFor();
    // The request can be cancelled.
    await host.page.getByTestId("keep-game").click();
    await friend.page.getByTestId("wished").waitFor({ state: "detached" });
    await host.page.getByTestId("remove").click();
    await host.page.getByTestId("sure").and(host.page.locator("[aria-disabled=false]")).click();
    await friend.page.getByTestId("wished").waitFor();
    const address = friend.page.url();
    await friend.page.getByTestId("remove").click();
    await friend.page.getByTestId("sure").and(friend.page.locator("[aria-disabled=false]")).click();
    await friend.page.getByTestId("begin").waitFor();
    const stranger = await stage.person();
    stranger.expected.push(/404/);
    await stranger.visit(address);
    await stranger.page.getByRole("heading", { name: "Game not found" }).waitFor();
  });

  test("an open confirmation keeps its meaning if the opponent acts in the meantime", async () => {
    const { host, friend } = await three(stage);
    await host.play("e2e4");
    await friend.listed(1);
    for (const person of [host, friend]) await tab(person, "Chat");
    await host.page.getByTestId("remove").click();
    const asked = "Ask your opponent to delete this game?";
    const dialog = host.page.getByRole("dialog", { name: "Ask to delete this game" });
    await dialog.getByText(asked).waitFor();
    // The opponent has asked in the meantime: the open dialog would delete the game at once.
    await friend.page.getByTestId("remove").click();
    await friend.page.getByTestId("sure").and(friend.page.locator("[aria-disabled=false]")).click();
    await friend.page.getByTestId("wish-stands").waitFor();
    await host.page.getByTestId("wished").waitFor({ state: "attached" });
    await dialog.getByText(asked).waitFor();
    assert.equal(await dialog.getByTestId("sure").innerText(), "Ask to delete this game");
    await dialog.getByTestId("sure").and(host.page.locator("[aria-disabled=false]")).click();
    // Nothing is deleted without consent, and a message says why.
    await host.page.getByRole("alert").getByText("Your opponent also wants to delete this game").waitFor();
    await friend.page.getByTestId("wish-stands").waitFor();
    assert.equal((await stage.kept(host)).moves.length, 1);
    // The new dialog asks the new question.
    await host.page.getByTestId("remove").click();
    await host.page.getByRole("dialog", { name: "Agree to delete this game" }).getByText("It will be deleted for good").waitFor();
    await host.page.keyboard.press("Escape");
  });

  test("a game on one device is deleted at once", async () => {
    const person = await stage.person();
    await person.begin({ name: "Chess" });
    await tab(person, "Notes");
    await person.page.getByTestId("remove").click();
    await person.page.getByTestId("sure").and(person.page.locator("[aria-disabled=false]")).click();
    await person.page.getByTestId("begin").waitFor();
    assert.equal(await person.page.evaluate(() => localStorage.getItem("entourage.games")), "[]");
  });
});
