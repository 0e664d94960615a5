// Games with warnings or without enforcement between two devices: chat, spectators, the embedded viewer and the rematch.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LOST, pair } from "../support/apart.mjs";
import { say, tab } from "../support/by-link.mjs";
import { elsewhere } from "../support/elsewhere.mjs";
import { suite } from "../support/stage.mjs";

const id = (person, name) => person.page.getByTestId(name);
const lines = (person) => id(person, "chat-lines").locator("p").allTextContents();

/** Plays an illegal turn: confirmed with warnings, sent without enforcement. */
async function against(person, from, to) {
  await person.click(from, to);
  await id(person, "insist").or(id(person, "send")).click();
}

/** Controls that spectators must not have. */
const DEEDS = ["insist", "send", "ask", "protest", "hand-pass", "typed-move", "resign", "takeback"];

async function idle(page) {
  for (const deed of DEEDS) assert.equal(await page.getByTestId(deed).count(), 0, deed);
}

/** A game with chat and manual moves, followed by a spectator and an embedded viewer. */
async function apart(stage, degree) {
  const { host, friend, toWatch } = await pair(stage, "Chess", { degree });
  const watcher = await stage.person({ locale: "fr-FR" });
  watcher.expected.push(LOST);
  await watcher.visit(toWatch);
  await watcher.seated();
  const people = [host, friend, watcher];
  await say(host, "No rules today?");
  await id(friend, "unread").getByText("1").waitFor();
  await say(friend, "Some.");
  assert.equal(await watcher.page.getByRole("tab", { name: "Chat" }).count(), 0);

  await host.act("show-elsewhere");
  await id(host, "publish").click();
  const address = await id(host, "share-address").inputValue();
  await host.page.keyboard.press("Escape");
  const guest = await stage.person();
  const site = await elsewhere(address);
  await guest.page.goto(site.url);
  const frame = guest.page.frameLocator("iframe");
  await frame.locator("[data-figure]").first().waitFor();

  await against(host, "e2", "e5");
  for (const person of people) await person.listed(1);
  await frame.locator('[data-ply="1"]').waitFor();
  assert.match(await watcher.page.locator('[data-ply="1"] .way').innerText(), /P ?e2-e5/);
  await against(friend, "d8", "d3");
  for (const person of people) await person.listed(2);
  await frame.locator('[data-ply="2"]').waitFor();
  for (const page of [watcher.page, frame]) await idle(page);
  assert.equal(await frame.locator("[data-square]").count(), 0);
  await watcher.click("d2", "d3");
  assert.equal((await stage.kept(host)).moves.length, 2);

  // The chat is private to the players, and survives a reload.
  await friend.page.reload();
  await friend.listed(2);
  await tab(friend, "Chat");
  await friend.page.getByText("No rules today?").waitFor();
  assert.deepEqual(await lines(friend), ["No rules today?", "Some."]);
  await tab(friend, "Game");
  return { host, friend, watcher, people, frame, site };
}

/** Resigns and starts the rematch. */
async function again({ stage, host, friend }) {
  await friend.act("resign");
  await friend.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await host.result.getByRole("button", { name: "Rematch" }).click();
  await friend.result.getByRole("button", { name: "View the board" }).click();
  await id(friend, "offer").getByRole("button", { name: "Accept" }).click();
  for (const person of [host, friend]) await person.listed(0);
  await friend.status.getByText("You · White").waitFor();
  return (await stage.kept(friend)).degree;
}

suite("manual moves between two devices", (stage) => {
  test("a game with warnings: chat, spectator, embedded viewer and rematch", async () => {
    const game = await apart(stage, "warned");
    const { host, watcher, frame, site } = game;
    // Everyone sees moves played against the rules.
    for (const person of [host, watcher]) assert.equal(await id(person, "insisted").count(), 2);
    assert.match(await frame.locator('[data-ply="1"]').textContent(), /played against the rules/);
    assert.equal(await again({ stage, ...game }), "warned");
    site.close();
  });

  test("a game without enforcement: chat, spectator, embedded viewer, protest and rematch", async () => {
    const game = await apart(stage, "free");
    const { host, friend, people, frame, site } = game;
    await id(host, "protest").click();
    for (const person of people) {
      await id(person, "protested").waitFor();
      await person.listed(1);
    }
    // The embedded viewer follows the takeback.
    await frame.locator('[data-ply="2"]').waitFor({ state: "detached" });
    assert.equal(await frame.locator('[data-ply="1"]').count(), 1);
    // The player must choose another turn.
    friend.expected.push(/status of 422/);
    await against(friend, "d8", "d3");
    await friend.page.getByText("another move must be played").waitFor();
    await against(friend, "d7", "d5");
    for (const person of people) await person.listed(2);
    await frame.locator('[data-ply="2"]').waitFor();
    assert.equal(await again({ stage, ...game }), "free");
    site.close();
  });
});
