// Ratings: two signed-in players play a rated game, see the change and appear on the leaderboard.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LOST } from "./support/apart.mjs";
import { member } from "./support/member.mjs";
import { shown } from "./support/shown.mjs";
import { OWN_SERVER, suite } from "./support/stage.mjs";

const ratings = (person) => person.page.getByTestId("rating");

suite("ratings", (stage) => {
  test("a rated game is offered, accepted and resigned, and both players see the rating change", async () => {
    const [ada, bob, guest] = [await member(stage, "Ada"), await member(stage, "Bob"), await stage.person()];
    for (const person of [ada, bob]) person.expected.push(LOST);
    await ada.visit("/#ratings");
    await ada.page.getByTestId("no-ratings").waitFor();
    await ada.visit();
    await ada.choose("Opponent", "With a friend");
    await ada.page.getByTestId("open").check();
    assert.equal(await ada.page.getByTestId("rated").count(), 0, "games without a clock cannot be rated");
    await ada.choose("Time control", "Real time");
    await ada.page.getByTestId("rated").check();
    await ada.page.getByTestId("begin").click();
    await ada.page.getByTestId("invite").waitFor();
    await ada.page.keyboard.press("Escape");

    await guest.visit();
    const offered = guest.page.getByTestId("invitations");
    await offered.getByText("Rated").waitFor();
    await offered.getByRole("link", { name: "Sign in to play" }).waitFor();

    await bob.visit();
    await bob.page.getByTestId("invitations").getByRole("button", { name: "Join" }).click();
    for (const person of [ada, bob]) {
      await person.seated();
      await person.page.waitForFunction(() => document.querySelectorAll("[data-testid=rating]").length === 2);
      assert.match(await ratings(person).first().textContent(), /1500\? ± 350/);
    }
    const post = async (person, act, data) => {
      const key = decodeURIComponent(new URL(person.page.url()).hash.slice("#game=".length));
      const answer = await person.context.request.post(new URL(`/api/game/${act}`, stage.server.url).href, { headers: { authorization: `Bearer ${key}` }, data });
      assert.ok(answer.ok(), await answer.text());
    };
    await post(ada, "moves", { seq: 0, move: "a9a8" });
    await post(bob, "moves", { seq: 1, move: "a3a4" });
    await post(bob, "resign", { seq: 2, side: 2 });
    for (const person of [ada, bob]) {
      await ratings(person).getByText("+162").waitFor();
      await ratings(person).getByText("−162").waitFor();
    }
    await ada.result.getByText("Your rating: 1662 (+162)").waitFor();

    await guest.visit("/#ratings");
    await guest.page.getByText("No one is ranked here yet.").waitFor();
    // Everyone wins and loses in turn, until the ratings are known.
    const eve = await member(stage, "Eve");
    for (let round = 0; round < 8; round += 1) {
      for (const pair of [[ada, bob], [bob, eve], [eve, ada]]) await shown(stage, pair, "chess", ["e2e4", "e7e5"], 2);
    }
    await guest.visit("/#ratings=rapid%2Fchess");
    const rows = guest.page.getByTestId("leaders").locator("tbody tr");
    await rows.nth(2).waitFor();
    assert.deepEqual((await rows.locator("th").allTextContents()).sort(), ["Ada", "Bob", "Eve"]);
    assert.match(await rows.first().textContent(), /1\d{3} ± \d\d/);
    await guest.page.getByRole("heading", { name: "How ratings work" }).waitFor();
    await guest.page.getByRole("button", { name: "Français" }).click();
    await guest.page.getByRole("heading", { name: "Comment fonctionne le classement" }).waitFor();
  });
}, OWN_SERVER);
