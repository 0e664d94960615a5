// Chat, notes, analysis and conditional moves of two players.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LIVE, LOST, pair } from "./support/apart.mjs";
import { OWN_SERVER, suite } from "./support/stage.mjs";

const tab = (person, name) => person.page.getByRole("tab", { name }).click();
const lines = (person) => person.page.getByTestId("chat-lines").locator("p").allTextContents();

/** Returns whether a WebSocket message contains a chat message. */
const saysChat = ({ payload }) => JSON.parse(payload).type === "chat";

async function say(person, text) {
  await person.page.getByTestId("chat-text").fill(text);
  await person.page.getByTestId("chat-send").click();
}

/** Plays moves on the analysis board. */
async function tryMoves(person, ...moves) {
  // The analysis board replaces the game's once loaded.
  await person.page.getByTestId("aside-back").waitFor();
  for (const move of moves) {
    for (const square of move) await person.square(square).scrollIntoViewIfNeeded();
    await person.click(...move);
  }
}

suite("two devices", (stage) => {
  test("chat with each other in private", async () => {
    const { host, friend, toWatch } = await pair(stage, "Chess");
    const watcher = await stage.person();
    watcher.expected.push(LOST);
    await watcher.visit(toWatch);
    await watcher.seated();
    assert.equal(await watcher.page.getByRole("tab", { name: "Chat" }).count(), 0);
    await tab(host, "Chat");
    await say(host, "<b>Good luck!</b> <script>alert(1)</script>");
    await say(host, "é 🦉");
    // The friend's panel is closed, and shows unread messages.
    await friend.page.getByTestId("unread").getByText("2").waitFor();
    await tab(friend, "Chat");
    await friend.page.getByText("é 🦉").waitFor();
    const said = ["<b>Good luck!</b> <script>alert(1)</script>", "é 🦉"];
    assert.deepEqual(await lines(friend), said);
    assert.equal(await friend.page.getByTestId("unread").count(), 0);
    const told = friend.page.waitForEvent("websocket").then((socket) => socket.waitForEvent("framereceived", saysChat));
    await friend.page.reload();
    await friend.seated();
    await told;
    assert.equal(await friend.page.getByTestId("unread").count(), 0, "messages stay marked as seen");
    await tab(friend, "Chat");
    // The panel has loaded before the server stops.
    await friend.page.getByText("é 🦉").waitFor();
    await friend.page.waitForFunction(() => document.querySelector("[data-testid=notes]")?.disabled === false);

    // Messages sent while the server is down arrive once, later.
    await stage.server.kill();
    await say(friend, "Still there?");
    await friend.page.getByText("not sent yet").waitFor();
    await stage.server.start();
    await host.page.getByText("Still there?").waitFor();
    await friend.page.getByText("not sent yet").waitFor({ state: "detached" });
    await say(host, "Yes.");
    await friend.page.getByText("Yes.").waitFor();
    for (const person of [host, friend]) assert.deepEqual(await lines(person), [...said, "Still there?", "Yes."]);
    // The game itself continues.
    await host.play("e2e4");
    await watcher.listed(1);
  });

  test("mute and unmute the opponent", async () => {
    const { host, friend } = await pair(stage, "Chess");
    const mute = friend.page.getByTestId("mute");
    await tab(host, "Chat");
    await tab(friend, "Chat");
    await say(host, "You are slow.");
    await friend.page.getByText("You are slow.").waitFor();
    assert.equal(await mute.innerText(), "Mute opponent");
    await mute.click();
    await friend.page.getByTestId("muted").getByText("You have muted your opponent in this game.").waitFor();
    assert.deepEqual(await lines(friend), []);
    await say(friend, "Let us play.");
    await host.page.getByText("Let us play.").waitFor();
    await tab(friend, "Game");
    const heard = friend.page.waitForEvent("websocket").then((socket) => socket.waitForEvent("framereceived", saysChat));
    await friend.page.reload();
    await heard;
    await say(host, "Very slow.");
    await host.page.getByText("not sent yet").waitFor({ state: "detached" });
    // A move arrives later on the same connection.
    await tab(host, "Game");
    await host.play("e2e4");
    await friend.listed(1);
    assert.equal(await friend.page.getByTestId("unread").count(), 0);
    await tab(friend, "Chat");
    assert.deepEqual(await lines(friend), ["Let us play."]);
    await mute.click();
    await friend.page.getByText("Very slow.").waitFor();
    assert.deepEqual(await lines(friend), ["You are slow.", "Let us play.", "Very slow."]);
    assert.equal(await friend.page.getByTestId("muted").count(), 0);
  });

  test("keep private notes", async () => {
    const { host, friend } = await pair(stage, "Chess");
    await tab(host, "Chat");
    const notes = (person) => person.page.getByTestId("notes");
    await notes(host).fill("e5!\n<i>then d5</i>");
    await host.page.getByText("Saved", { exact: true }).waitFor();
    await host.page.reload();
    await tab(host, "Chat");
    await host.page.waitForFunction(() => document.querySelector("[data-testid=notes]")?.value === "e5!\n<i>then d5</i>");
    await tab(friend, "Chat");
    await friend.page.waitForFunction(() => document.querySelector("[data-testid=notes]")?.disabled === false);
    assert.equal(await notes(friend).inputValue(), "");
  });

  test("confirm a move before it is sent", async () => {
    const { host, friend } = await pair(stage, "Chess");
    await host.click("e2", "e4");
    await host.confirmation.waitFor();
    // The board shows the resulting position, and nothing has been sent.
    await host.page.locator("[data-ply='1']").waitFor({ state: "detached" });
    await host.page.keyboard.press("Escape");
    await host.confirmation.waitFor({ state: "detached" });
    await host.click("d2", "d4");
    await host.confirmation.waitFor();
    // The focus is on the confirmation.
    await host.page.keyboard.press("Enter");
    await friend.listed(1);
    assert.deepEqual((await stage.kept(friend)).moves, ["d2d4"]);
    // Confirmation can be turned off.
    await friend.openSettings();
    await friend.choose("Confirm moves", "Never");
    await friend.page.getByRole("button", { name: "Close" }).click();
    await friend.click("d7", "d5");
    await host.listed(2);
  });

  test("are asked to confirm a move that draws the game", async () => {
    const { host, friend } = await pair(stage, "Chess", { pace: LIVE });
    for (const [ply, move] of ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"].entries()) {
      const person = ply % 2 === 0 ? host : friend;
      await person.click(move.slice(0, 2), move.slice(2));
      for (const one of [host, friend]) await one.listed(ply + 1);
    }
    await friend.click("f6", "g8");
    const draws = friend.page.getByTestId("draws");
    await draws.getByText("This move ends the game in a draw: repetition of the position.").waitFor();
    // A click in progress does not confirm.
    await friend.click("g8");
    await friend.confirmation.getByRole("button", { name: "Play" }).evaluate((button) => button.click());
    await friend.confirmation.getByRole("button", { name: "Cancel" }).click();
    await draws.waitFor({ state: "detached" });
    await host.listed(7);
    await friend.click("f6", "g8");
    await friend.confirmation.getByRole("button", { name: "Play" }).click();
    for (const person of [host, friend]) await person.result.getByText("Draw: repetition of the position").waitFor();
    assert.equal((await stage.kept(host)).status, "draw repetition");
  });

  test("are not asked before a move in a live game", async () => {
    const { host, friend } = await pair(stage, "Chess", { pace: LIVE });
    await host.click("e2", "e4");
    await friend.listed(1);
    await friend.click("e7", "e5");
    await host.listed(2);
  });

  test("confirm by touch", async () => {
    const { host, friend } = await pair(stage, "Chess", {}, { host: { hasTouch: true, viewport: { width: 390, height: 844 } } });
    await host.tap("e2");
    await host.tap("e4");
    await host.confirmation.waitFor();
    await host.tap("e4");
    await friend.listed(1);
  });

  test("analyse, and set conditional moves that are played at once", async () => {
    const { host, friend } = await pair(stage, "Chess");
    await host.play("e2e4");
    await friend.listed(1);
    // Analysis sends nothing.
    await friend.page.getByTestId("try").click();
    await tryMoves(friend, ["e7", "e5"], ["g1", "f3"]);
    await friend.page.getByText("e5, Nf3").waitFor();
    assert.equal(await friend.page.getByTestId("plan").count(), 0, "conditional moves cannot be set on the user's own turn");
    await friend.page.getByTestId("aside-undo").click();
    await friend.page.getByTestId("aside-back").click();
    await friend.listed(1);
    assert.equal((await stage.kept(friend)).seq, 1);

    await host.page.getByTestId("try").click();
    const keep = host.page.getByTestId("plan-keep");
    await tryMoves(host, ["e7", "e5"]);
    assert.equal(await keep.isDisabled(), true, "a reply is missing");
    await tryMoves(host, ["g1", "f3"]);
    await keep.click();
    await host.page.getByRole("button", { name: "If e7e5, then g1f3" }).waitFor();
    await tryMoves(host, ["b8", "c6"], ["f1", "b5"]);
    await keep.click();
    await host.page.getByRole("button", { name: "If b8c6, then f1b5" }).waitFor();
    await host.page.getByRole("button", { name: "Reset" }).click();
    await tryMoves(host, ["c7", "c5"]);
    await host.page.getByTestId("plan-resign").click();
    await host.page.getByRole("button", { name: "If c7c5, then resign" }).waitFor();
    await host.page.getByTestId("branch").last().getByRole("button", { name: "Delete" }).click();
    await host.page.getByRole("button", { name: "If c7c5, then resign" }).waitFor({ state: "detached" });
    await host.page.reload();
    await host.page.getByTestId("try").click();
    await host.page.getByTestId("branch").nth(1).waitFor();
    await host.page.getByTestId("aside-back").click();
    await host.page.getByTestId("ready").getByText("Conditional moves are set.").waitFor();

    await friend.play("e7e5");
    for (const person of [host, friend]) await person.listed(3);
    await friend.play("b8c6");
    for (const person of [host, friend]) await person.listed(5);
    const { moves } = await stage.kept(friend);
    assert.deepEqual(moves, ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]);
  });

  test("resign by a conditional move", async () => {
    const { host, friend } = await pair(stage, "Chess");
    await host.play("f2f3");
    await friend.listed(1);
    await host.page.getByTestId("try").click();
    await tryMoves(host, ["e7", "e5"]);
    await host.page.getByTestId("plan-resign").click();
    await host.page.getByRole("button", { name: "If e7e5, then resign" }).waitFor();
    await host.page.goto("about:blank");
    await friend.play("e7e5");
    await friend.result.getByRole("heading", { name: "You won" }).waitFor();
    const { moves, resigned } = await stage.kept(friend);
    assert.deepEqual([moves, resigned], [["f2f3", "e7e5"], 1]);
  });

  test("get notifications on their turn, if turned on", async () => {
    const { host, friend } = await pair(stage, "Chess", {}, { friend: { permissions: ["notifications"] } });
    await friend.page.evaluate(() => {
      // Records notifications instead of showing them.
      window.told = [];
      window.Notification = class {
        static permission = "default";
        static async requestPermission() {
          window.asked = true;
          this.permission = "granted";
          return "granted";
        }
        constructor(title, options) {
          window.told.push({ title, ...options });
        }
      };
    });
    const icon = (person) => person.page.locator("link[rel=icon]").getAttribute("href");
    assert.equal(await friend.page.evaluate(() => window.asked), undefined);
    await friend.openSettings();
    await friend.page.getByTestId("notify").check();
    assert.equal(await friend.page.evaluate(() => window.asked), true, "permission is requested on the click only");
    await friend.page.getByRole("button", { name: "Close" }).click();
    assert.match(await host.page.title(), /^● /);
    assert.equal(await icon(host), "/icon-turn.svg");
    assert.doesNotMatch(await friend.page.title(), /^●/);
    assert.equal(await icon(friend), "/icon.svg");
    // The friend is on another page when the move arrives.
    const game = friend.page.url();
    await friend.page.evaluate(() => (location.hash = "#credits"));
    await host.play("e2e4");
    await friend.page.waitForFunction(() => window.told.length > 0);
    const [{ title, body, tag }] = await friend.page.evaluate(() => window.told);
    assert.equal(title, "Chess · Your turn");
    assert.match(body, /e4/);
    assert.ok(!tag.includes(game.split("=")[1]), "the notification has no key");
    // The list shows whose turn it is.
    await friend.page.evaluate(() => (location.hash = "#"));
    await friend.page.getByTestId("waits").waitFor();
    assert.match(await friend.page.title(), /^● /);
    assert.equal(await icon(friend), "/icon-turn.svg");
    assert.doesNotMatch(await host.page.title(), /^●/);
    assert.equal(await icon(host), "/icon.svg");
  });
}, OWN_SERVER);
