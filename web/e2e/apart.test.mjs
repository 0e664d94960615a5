// Games between two devices: links, live moves, presence and permissions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { invite, LOST, pair } from "./support/apart.mjs";
import { OWN_SERVER, suite } from "./support/stage.mjs";

suite("two devices", (stage) => {
  test("play a whole game by link, with a spectator and a restart of the server", async () => {
    const [host, friend, watcher] = [await stage.person(), await stage.person(), await stage.person({ locale: "fr-FR" })];
    for (const person of [host, friend, watcher]) person.expected.push(LOST);
    const { dialog, links } = await invite(host, "Chess");
    const { friend: toPlay, watch: toWatch } = await links();
    assert.notEqual(toPlay, toWatch);
    for (const link of [toPlay, toWatch]) assert.notEqual(link, host.page.url());
    await dialog.getByRole("button", { name: "Go to the board" }).click();

    await friend.visit(toPlay);
    await friend.seated();
    await watcher.visit(toWatch);
    await watcher.seated();
    await host.status.getByText("· online").waitFor();
    await watcher.page.getByText("Vous êtes spectateur de cette partie.").first().waitFor();

    // The friend cannot move for the host, nor the spectator for anyone.
    await friend.click("e2", "e4");
    await watcher.click("e2", "e4");
    await host.play("f2f3");
    for (const person of [host, friend, watcher]) await person.listed(1);
    await friend.play("e7e5");
    for (const person of [host, friend, watcher]) await person.listed(2);

    await stage.server.kill();
    await stage.server.start();
    await host.play("g2g4");
    for (const person of [host, friend, watcher]) await person.listed(3);
    await friend.play("d8h4");
    for (const person of [host, friend, watcher]) await person.listed(4);
    await friend.result.getByRole("heading", { name: "You won" }).waitFor();
    await host.result.getByRole("heading", { name: "You lost" }).waitFor();
    assert.equal(await watcher.result.getByRole("button", { name: "Revanche" }).count(), 0);
    const kept = await stage.kept(host);
    assert.deepEqual(kept.moves, ["f2f3", "e7e5", "g2g4", "d8h4"]);
    assert.equal((await stage.server.game(toWatch)).seat, "watch");
  });

  test("a link can be replaced until the game begins, and the old one then stops working", async () => {
    const [host, friend] = [await stage.person(), await stage.person()];
    friend.expected.push(/404/);
    const { dialog, links } = await invite(host, "The Toddler", [["Your side", "Black"]]);
    const before = await links();
    await dialog.locator("summary").click();
    await host.page.getByTestId("renew-friend").click();
    await dialog.getByText("New link created").waitFor();
    const after = await links();
    assert.notEqual(after.friend, before.friend);
    assert.equal(after.watch, before.watch);
    await host.page.getByTestId("renew-watch").click();
    await host.page.waitForFunction((old) => document.querySelector("[data-testid=link-watch]")?.value !== old, before.watch);
    await friend.visit(before.watch);
    await friend.page.getByRole("heading", { name: "Game not found" }).waitFor();
    await friend.visit(before.friend);
    await friend.page.getByRole("heading", { name: "Game not found" }).waitFor();
    await dialog.getByRole("button", { name: "Go to the board" }).click();
    // The address of another game differs only in its fragment.
    await friend.visit(after.friend);
    await friend.seated();
    await friend.play("e9e8");
    await host.listed(1);
    assert.ok(await (await host.item("abort")).isVisible());
    await host.page.keyboard.press("Escape");
    await host.play("e3e4");
    await friend.listed(2);
    // After the second move a game cannot be aborted.
    for (const person of [host, friend]) assert.equal(await person.page.getByTestId("abort").count(), 0);
    // The friend's link is hidden; the spectator link is not.
    await host.act("links");
    await dialog.getByRole("heading", { name: "Spectator link" }).waitFor();
    assert.equal(await host.page.getByTestId("link-friend").count(), 0);
  });

  test("the dialog with the links closes when the friend joins, and can be reopened", async () => {
    const [host, friend] = [await stage.person(), await stage.person()];
    const { dialog, links } = await invite(host, "Chess");
    await friend.visit((await links()).friend);
    await friend.seated();
    await dialog.waitFor({ state: "hidden" });
    // Screen readers are told why, and the focus is on the board.
    await host.page.getByTestId("live").getByText("Your opponent has joined as Black.").waitFor();
    assert.match(await host.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? ""), /data-square/);
    await host.act("links");
    await host.page.getByTestId("link-friend").waitFor();
    await dialog.getByRole("button", { name: "Go to the board" }).click();
    // The dialog stays closed.
    await host.page.reload();
    await host.play("e2e4");
    await friend.listed(1);
  });

  test("are offered the spectator link instead of their private one", async () => {
    const permissions = ["clipboard-read", "clipboard-write"];
    const [host, friend] = [await stage.person({ permissions }), await stage.person({ permissions })];
    const { dialog, links } = await invite(host, "Chess");
    const { friend: toPlay, watch: toWatch } = await links();
    await dialog.getByRole("button", { name: "Go to the board" }).click();
    await friend.visit(toPlay);
    await friend.seated();
    for (const person of [host, friend]) {
      await person.act("copy-link");
      await person.page.getByTestId("own-address").getByText("can play your side in this game").waitFor();
    }
    await host.page.getByTestId("copy-watch").click();
    await host.page.getByTestId("own-address").getByText("Copied").first().waitFor();
    assert.equal(await host.page.evaluate(() => navigator.clipboard.readText()), toWatch);
    // Only the game's creator has that address; others can make the game public.
    assert.equal(await friend.page.getByTestId("copy-watch").count(), 0);
    await friend.page.getByTestId("let-watch").click();
    await friend.page.getByTestId("publish").waitFor();
    // A spectator's address is safe to share.
    const watcher = await stage.person({ permissions });
    await watcher.visit(toWatch);
    await watcher.seated();
    await watcher.act("copy-link");
    await watcher.page.getByRole("button", { name: "Copied" }).waitFor();
    assert.equal(await watcher.page.evaluate(() => navigator.clipboard.readText()), toWatch);
  });

  test("report moves lost between two tabs", async () => {
    const { host, friend } = await pair(stage, "Chess");
    const other = await host.tab();
    await other.visit(host.page.url());
    await other.click("e2", "e4");
    await other.confirmation.waitFor();
    await host.play("d2d4");
    // A move awaiting confirmation in the other tab becomes invalid, with a message.
    for (const person of [host, other, friend]) await person.listed(1);
    await other.banner.getByText("Your move was not played: the game had already continued").waitFor();
    assert.equal(await other.confirmation.count(), 0);
    assert.match(await other.label("d4"), /White Pawn/);
    assert.equal(await host.banner.isVisible(), false);
    await friend.play("d7d5");
    for (const person of [host, other]) await person.listed(2);
    await other.play("c2c4");
    await host.listed(3);
    assert.deepEqual((await stage.kept(host)).moves, ["d2d4", "d7d5", "c2c4"]);
  });

  test("the game has the options that its creator chose", async () => {
    const [host, friend] = [await stage.person(), await stage.person()];
    await host.visit();
    await host.unfold();
    await host.page.locator("summary", { hasText: "More options" }).click();
    await host.page.getByLabel("Draw on threefold repetition").uncheck();
    const { links } = await invite(host, "Chess", [["Your side", "Black"]], false);
    await friend.visit((await links()).friend);
    await friend.seated();
    await friend.status.getByText("You · White").waitFor();
    assert.equal((await stage.kept(friend)).spec, "chess:quiet-limit=100");
  });

  test("agree on draws, takebacks and a rematch with sides swapped", async () => {
    const { host, friend } = await pair(stage, "The Toddler");
    const offer = (person) => person.page.getByTestId("offer");
    const answer = (person, what) => offer(person).getByRole("button", { name: what }).click();
    // A takeback needs the opponent's consent.
    await host.play("e9e8");
    await friend.listed(1);
    await host.act("takeback");
    await offer(host).getByText("Takeback requested: the last move.").waitFor();
    await offer(friend).getByText("White asks to take back the last move.").waitFor();
    await answer(friend, "Decline");
    await offer(host).getByText("You have asked").waitFor({ state: "detached" });
    await host.listed(1);
    await host.act("takeback");
    await answer(friend, "Accept");
    await host.listed(0);
    await friend.listed(0);
    // Playing on declines a draw offer.
    await host.play("d9d8");
    await friend.listed(1);
    await friend.act("draw");
    await offer(host).getByText("Black offers a draw.").waitFor();
    await friend.play("e3e4");
    await offer(host).getByText("Black offers a draw.").waitFor({ state: "detached" });
    await host.listed(2);
    // A click in progress when an offer arrives answers nothing, and the layout is stable.
    const accept = friend.page.getByTestId("offer").getByRole("button", { name: "Accept" });
    const taken = friend.page.evaluate(() => new Promise((resolve) => {
      const seen = new MutationObserver(() => {
        const button = [...document.querySelectorAll("[data-testid=offer] button")][0];
        if (!button) return;
        seen.disconnect();
        button.click();
        resolve(document.querySelector("[data-testid=offer]").textContent);
      });
      seen.observe(document.body, { childList: true, subtree: true });
    }));
    await host.act("draw");
    assert.match(await taken, /offers a draw/);
    await accept.waitFor();
    // The offer is still open.
    await host.page.getByTestId("offer").getByRole("button", { name: "Cancel offer" }).click();
    await accept.waitFor({ state: "detached" });
    await host.act("draw");
    // Accepting a draw takes two clicks in different places.
    const place = async (what) => (await offer(friend).getByRole("button", { name: what }).boundingBox()).x;
    const before = await place("Accept");
    await answer(friend, "Accept");
    await offer(friend).getByText("End the game in a draw?").waitFor();
    assert.notEqual(await place("Accept draw"), before);
    await friend.listed(2);
    await answer(friend, "Cancel");
    await answer(friend, "Accept");
    await answer(friend, "Accept draw");
    for (const person of [host, friend]) {
      await person.result.getByText("Draw by agreement").waitFor();
    }
    await friend.result.getByRole("button", { name: "Rematch" }).click();
    const old = host.page.url();
    await host.result.getByRole("button", { name: "View the board" }).click();
    await answer(host, "Accept");
    // Both are taken to the rematch, and Black is White there.
    for (const person of [host, friend]) await person.listed(0);
    await friend.status.getByText("You · White").waitFor();
    await host.status.getByText("You · Black").waitFor();
    assert.notEqual(host.page.url(), old);
    await friend.play("e9e8");
    await host.listed(1);
    await host.act("abort");
    await friend.status.getByText("Game aborted by Black").waitFor();
    assert.equal((await stage.kept(friend)).aborted, 2);
    // The old game links to the new one.
    assert.equal((await stage.server.game(old)).rematch, true);
  });

  test("anyone can join a public invitation", async () => {
    const [host, other, late] = [await stage.person(), await stage.person(), await stage.person()];
    late.expected.push(/409/);
    await host.visit();
    await host.page.getByRole("button", { name: "Chess", exact: true }).click();
    await host.choose("Opponent", "With a friend");
    await host.page.getByTestId("open").check();
    await host.page.getByTestId("begin").click();
    await host.page.getByRole("heading", { name: "Your invitation is public" }).waitFor();
    await host.page.getByRole("button", { name: "Go to the board" }).click();
    const offered = (person) => person.page.getByTestId("invitations").getByRole("listitem").filter({ hasText: "Chess" });
    for (const person of [other, late]) {
      await person.visit();
      await offered(person).getByText("you play Black").waitFor();
    }
    // Users are not offered their own invitations.
    const board = host.page.url();
    await host.visit();
    await offered(host).getByRole("link", { name: "Your invitation" }).waitFor();
    assert.equal(await offered(host).getByRole("button", { name: "Join" }).count(), 0);
    // Returning hosts see their invitation until someone joins.
    await host.page.goto(board);
    const waiting = host.page.getByRole("heading", { name: "Your invitation is public" });
    await waiting.waitFor();
    await offered(other).getByRole("button", { name: "Join" }).click();
    await other.seated();
    await offered(late).getByRole("button", { name: "Join" }).click();
    await late.page.getByText("Someone else has already joined this game.").waitFor();
    await offered(late).waitFor({ state: "detached" });
    await waiting.waitFor({ state: "hidden" });
    // The side remains taken when the player leaves.
    const game = other.page.url();
    await other.visit();
    await host.page.reload();
    await host.status.getByText("offline").waitFor();
    assert.equal(await waiting.isVisible(), false);
    await other.page.goto(game);
    await other.seated();
    await host.play("e2e4");
    await other.listed(1);
    await other.play("e7e5");
    await host.listed(2);
    // The device that took the side keeps it.
    await other.page.reload();
    await other.listed(2);
    await other.status.getByText("You · Black").waitFor();
  });

  test("each player sets up in secret on their own device", async () => {
    const [host, friend] = [await stage.person(), await stage.person()];
    const { dialog, links } = await invite(host, "Struggle");
    const { friend: toPlay } = await links();
    await dialog.getByRole("button", { name: "Go to the board" }).click();
    const commit = (person) => person.page.getByRole("button", { name: "Play with these cards" }).click();
    await friend.visit(toPlay);
    await friend.page.getByTestId("join").click();
    await commit(friend);
    await friend.page.getByTestId("waiting").getByText("Waiting for Player 1").waitFor();
    await commit(host);
    for (const person of [host, friend]) await person.seated();
    await host.status.getByText("You · Player 1").waitFor();
    await friend.status.getByText("You · Player 2").waitFor();
  });

  test("a resignation is shown to the opponent at once", async () => {
    const { host, friend } = await pair(stage, "The Toddler");
    await host.play("e9e8");
    await friend.listed(1);
    await friend.play("e3e4");
    await friend.act("resign");
    await friend.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await host.result.getByRole("heading", { name: "You won" }).waitFor();
    await friend.result.getByRole("heading", { name: "You lost" }).waitFor();
  });
}, OWN_SERVER);
