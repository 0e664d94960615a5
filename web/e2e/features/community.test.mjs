// Community games: rated after approval by a moderator, and marked as such in all forms.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { LOST } from "../support/apart.mjs";
import { look } from "../support/visit.mjs";
import { member } from "../support/member.mjs";
import { OWN_SERVER, suite } from "../support/stage.mjs";

const KEY = `${"b".repeat(25)}a`;
const TEXT = new URL("../../../variants/dobutsu.game", import.meta.url);

/** Publishes a text and lists it in the gallery; returns its name in specs. */
async function exhibit(stage, name) {
  const text = (await readFile(TEXT, "utf8")).replace("game dobutsu", `game ${name}`);
  const ask = async (method, path, body) => {
    const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
    const answer = await fetch(new URL(path, stage.server.url), { method, headers, body: JSON.stringify(body) });
    assert.ok(answer.ok, await answer.clone().text());
    return answer.json();
  };
  const { id } = await ask("POST", "/api/definitions", { texts: [text], author: "Ada", licence: "CC-BY-4.0" });
  await ask("PUT", `/api/definitions/${id}/state`, { state: "public" });
  return id;
}

async function act(person, reason) {
  await person.page.getByTestId("act-reason").fill(reason);
  await person.page.getByTestId("act-do").click();
}

suite("community games", (stage) => {
  test("a moderator approves a community game, and two players play it rated", async () => {
    const [mo, ada, bob] = [await member(stage, "Mo"), await member(stage, "Ida"), await member(stage, "Bob")];
    for (const person of [mo, ada, bob]) person.expected.push(LOST);
    await stage.server.administer("role", "Mo", "moderator", "--reason", "reads texts");
    const id = await exhibit(stage, "mine");
    const other = await exhibit(stage, "yours");
    const shared = `/#shared=${encodeURIComponent(id)}`;

    // It can be played unrated, and the page says so.
    await ada.visit(shared);
    assert.equal(await ada.page.getByTestId("list-text").count(), 0, "only moderators can approve a game");
    await ada.page.getByTestId("shared-lobby").click();
    await ada.page.getByText("has not been approved for rated play yet").waitFor();
    assert.equal(await ada.page.getByTestId("lobby-rated").count(), 0);
    await look(ada, "unlisted");

    // A moderator reads and approves it, there or in the list.
    await mo.visit(shared);
    await mo.page.getByTestId("list-text").locator("summary").click();
    await look(mo, "listing");
    await act(mo, "A fine game");
    await mo.page.getByTestId("listed").waitFor();
    await mo.visit("/#order");
    await mo.choose("Section", "Community games");
    const rows = mo.page.getByTestId("texts").locator("> li");
    await rows.nth(1).waitFor();
    const row = rows.filter({ hasText: "Withdraw" });
    assert.equal(await row.count(), 1, "the other game is not approved");
    await rows.filter({ hasNotText: "Withdraw" }).getByTestId("text-act").click();
    await look(mo, "texts");
    await act(mo, "Also fine");
    await rows.filter({ hasText: "Withdraw" }).nth(1).waitFor();
    await rows.filter({ has: mo.page.locator(`a[href*="${encodeURIComponent(other)}"]`) }).getByTestId("text-act").click();
    await act(mo, "It was not");
    await rows.filter({ hasNotText: "Withdraw" }).first().waitFor();
    await mo.choose("Section", "Moderation log");
    const log = mo.page.getByTestId("measures").getByRole("listitem");
    await log.nth(3).waitFor();
    assert.match(await log.first().textContent(), /no longer approved for rated games.*It was not · Mo/s);
    assert.equal(await log.first().getByRole("link").getAttribute("href"), `#shared=${encodeURIComponent(other)}`);
    await look(mo, "log");

    // Two players meet in the lobby for a rated game.
    await ada.page.reload();
    await ada.page.getByTestId("lobby-rated").check();
    await look(ada, "listed");
    await ada.page.getByTestId("play-now").click();
    await ada.page.getByTestId("waiting").waitFor();
    await bob.visit("/#lobby");
    await bob.page.getByTestId("lobby-game").selectOption(id);
    await bob.page.getByTestId("lobby-rated").check();
    await bob.page.getByTestId("play-now").click();
    await Promise.all([ada.seated(), bob.seated()]);
    const game = await stage.kept(ada);
    assert.deepEqual([game.rated, game.spec.startsWith(id)], [true, true]);
    const post = async (user, act, body) => {
      const key = decodeURIComponent(new URL(user.page.url()).hash.slice("#game=".length));
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const answer = await fetch(new URL(`/api/game/${act}`, stage.server.url), { method: "POST", headers, body: JSON.stringify(body) });
      assert.ok(answer.ok, await answer.text());
    };
    const [first, second] = game.seat === "1" ? [ada, bob] : [bob, ada];
    await post(first, "moves", { seq: 0, move: "b2b3" });
    await post(second, "moves", { seq: 1, move: "b4b3" });
    await post(ada, "resign", { seq: 2, side: Number(game.seat) });
    await ada.result.waitFor();
    await bob.visit("/#ratings");
    assert.match(await bob.page.getByTestId("pool-game").locator("option").first().textContent(), /^Dobutsu Shogi/);
    // It is available in tournaments, too.
    await bob.visit("/#tournaments");
    await bob.page.getByTestId("organise").locator("summary").first().click();
    await bob.page.getByTestId("tournament-game").selectOption(id);
    await bob.page.getByText("Rated games").waitFor();
    // In French as well.
    await bob.visit(`/#lobby=${encodeURIComponent(other)}`);
    await bob.page.getByRole("button", { name: "Français" }).click();
    await bob.page.getByText("pas encore autorisé pour les parties classées").waitFor();
  });
}, OWN_SERVER);
