// Tournaments: organised, joined, played, updated live, and checked by axe in both languages.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LOST } from "./support/apart.mjs";
import { look, SIZES } from "./support/visit.mjs";
import { member } from "./support/member.mjs";
import { OWN_SERVER, suite } from "./support/stage.mjs";

const passOf = (person) => decodeURIComponent(new URL(person.page.url()).hash.slice("#game=".length));

/** Performs an action in a user's game. */
async function ask(stage, person, path, data) {
  const answer = await person.context.request.post(new URL(path, stage.server.url).href, { headers: { authorization: `Bearer ${passOf(person)}` }, data });
  assert.ok(answer.ok(), await answer.text());
}

suite("tournaments", (stage) => {
  test("a tournament is organised, joined, played and shown to its end", async () => {
    const [ada, bob, guest] = [await member(stage, "Ada"), await member(stage, "Bob"), await stage.person({ locale: "fr-FR" })];
    for (const person of [ada, bob, guest]) person.expected.push(LOST);
    await ada.visit("/#lobby");
    await ada.page.getByRole("link", { name: "Tournaments" }).click();
    await ada.page.getByText("No tournaments are open for registration.").waitFor();
    await ada.page.getByTestId("organise").locator("summary").first().click();
    // Options that the server rejects are not offered.
    const paces = ada.page.getByTestId("organise").getByRole("radio", { name: /^(Unlimited|Real time|Correspondence)/ });
    assert.equal(await paces.count(), 2);
    assert.equal(await ada.page.getByRole("radio", { name: /^Unlimited/ }).count(), 0);
    await ada.choose("Format", "Arena");
    await paces.first().waitFor({ state: "detached" });
    await look(ada, "organise");
    await ada.page.getByTestId("tournament-name").fill("Spring cup");
    await ada.choose("Format", "Round robin");
    await ada.page.getByTestId("announce").click();
    await ada.page.getByRole("heading", { name: "Spring cup" }).waitFor();
    await ada.page.getByText("No players yet.").waitFor();
    await ada.page.getByTestId("enter-tournament").click();
    await ada.page.getByTestId("leave-tournament").waitFor();
    const address = new URL(ada.page.url()).hash;

    for (const size of [SIZES.desk, SIZES.phone]) {
      await guest.resize(size);
      await guest.visit();
      await guest.page.getByTestId("tournaments").click();
    }
    await guest.resize(SIZES.desk);
    const open = guest.page.getByTestId("tournaments-open");
    await open.getByRole("link", { name: /Spring cup/ }).click();
    await guest.page.getByRole("link", { name: /Connectez-vous/ }).waitFor();

    await bob.visit(`/${address}`);
    await bob.page.getByTestId("enter-tournament").click();
    await bob.page.getByTestId("leave-tournament").click();
    await bob.page.getByTestId("enter-tournament").click();
    await bob.page.getByTestId("leave-tournament").waitFor();
    assert.equal(await bob.page.getByTestId("manage").count(), 0, "only the organiser manages the tournament");
    await guest.page.getByTestId("standings").getByText("Bob").waitFor();

    // Boards open when the organiser starts the tournament.
    await ada.page.getByTestId("manage").locator("summary").first().click();
    await look(ada, "open");
    await ada.page.getByTestId("start-tournament").click();
    await Promise.all([ada.seated(), bob.seated()]);
    await guest.page.getByTestId("round").getByText("en cours").waitFor();
    await look(guest, "running");
    // Returning players find their game in one click.
    await bob.visit(`/${address}`);
    await bob.page.getByTestId("to-game").click();
    await bob.seated();
    // The board links to its tournament.
    assert.match(await bob.page.locator("p.tournament").textContent(), /Tournament: Spring cup · Round 1/);
    // The time to join is that of tournament games.
    for (const one of [ada, bob]) assert.match(await one.page.getByTestId("begin-within").textContent(), /^\d+:\d\d to join and make the first move$/);
    await look(bob, "board");
    await bob.page.getByTestId("to-tournament").click();
    await bob.page.getByTestId("to-game").click();
    await bob.seated();
    await ask(stage, ada, "/api/game/resign", { seq: 0, side: passOf(ada).endsWith(".1") ? 1 : 2 });
    await bob.page.getByTestId("result-tournament").click();
    await bob.page.getByRole("heading", { name: "Spring cup" }).waitFor();
    await guest.page.getByTestId("round").getByText("forfait").waitFor();
    await ada.visit(`/${address}`);
    await ada.page.getByText("Tie-breaks").waitFor();
    const rows = ada.page.getByTestId("standings").locator("tbody tr");
    assert.match(await rows.first().textContent(), /^1.*Bob/s);
    await rows.first().getByRole("button", { name: /Sonneborn-Berger/ }).click();
    await ada.page.getByTestId("made-of").getByText("round 1, Ada").waitFor();
    await ada.page.getByTestId("ties").locator("summary").click();
    await look(ada, "over");
    const sheet = await ada.page.getByRole("link", { name: "CSV" }).getAttribute("href");
    const results = await ada.context.request.get(new URL(sheet, stage.server.url).href);
    assert.match(await results.text(), /^place,number,name,rating,points,games,/);
    await ada.visit("/#tournaments");
    await ada.page.getByTestId("tournaments-over").getByText("Spring cup").waitFor();
    await look(ada, "list");
  });

  test("an organiser removes a player, edits the terms and cancels the tournament", async () => {
    const [eve, max] = [await member(stage, "Eve"), await member(stage, "Max", { locale: "fr-FR" })];
    for (const person of [eve, max]) person.expected.push(LOST);
    const announced = await eve.context.request.post(new URL("/api/tournaments", stage.server.url).href, {
      data: { name: "Arena", kind: "arena", length: 30, spec: "struggle", pace: "live spare=3m", terms: { most: 9 } },
    });
    const { tournament } = await announced.json();
    await max.visit(`/#tournament=${tournament}`);
    await max.page.getByTestId("enter-tournament").click();
    await max.page.getByTestId("leave-tournament").waitFor();
    await eve.visit(`/#tournament=${tournament}`);
    await eve.page.getByTestId("standings").getByText("Max").waitFor();
    await eve.page.getByTestId("manage").locator("summary").first().click();
    await eve.page.getByTestId("removed").fill("Max");
    await eve.page.getByRole("button", { name: "Remove" }).click();
    await max.page.getByText("Vous vous êtes retiré de ce tournoi.").waitFor();
    await eve.page.getByTestId("manage").getByText("Edit", { exact: true }).click();
    await eve.page.getByLabel("or start when this many players have joined").fill("4");
    await eve.page.getByRole("button", { name: "Save" }).click();
    await max.page.getByText(/commence dès que 4 joueurs sont inscrits/).waitFor();
    await eve.page.getByTestId("cancel-tournament").click();
    await eve.page.getByTestId("cancel-sure").click();
    await max.page.getByText(/annulé/).waitFor();
    await eve.page.getByTestId("manage").waitFor({ state: "detached" });
  });
}, OWN_SERVER);
