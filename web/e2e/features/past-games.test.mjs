// Live and past games: updating boards, search, openings and downloads.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { look } from "../support/visit.mjs";
import { member } from "../support/member.mjs";
import { lookedThrough, shown } from "../support/shown.mjs";
import { OWN_SERVER, suite } from "../support/stage.mjs";

const SPEC = "chess:repetition=3,quiet-limit=100";

suite("past games", (stage) => {
  test("live games are shown on small boards that update", async () => {
    const [ada, bob] = [await member(stage, "Ada"), await member(stage, "Bob")];
    const guest = await stage.person();
    await guest.visit("/#watch");
    await guest.page.getByText("No live games right now").waitFor();
    await guest.page.getByRole("main").getByRole("link", { name: "Past games" }).waitFor();
    const game = await shown(stage, [ada, bob], SPEC, ["e2e4"]);
    const card = guest.page.getByTestId("game-card");
    await card.waitFor();
    assert.match(await card.textContent(), /Ada.*Bob.*1 move.*Rated/s);
    await card.locator("svg.board").waitFor();
    const before = await card.locator("svg").innerHTML();
    await game.play("e7e5");
    await game.play("g1f3");
    await card.getByText("2 moves").waitFor();
    assert.notEqual(await card.locator("svg").innerHTML(), before);
    await guest.page.getByTestId("sought-game").selectOption("toddler");
    await card.waitFor({ state: "detached" });
    await guest.page.getByTestId("sought-game").selectOption("chess");
    await card.waitFor();
    await guest.choose("Sort by", "Highest rated");
    await card.click();
    await guest.page.locator("svg.board").waitFor();
    assert.match(guest.page.url(), new RegExp(`#watch=${game.name}`));
  });

  test("past games are searched, and openings are explored on a board", async () => {
    const [eve, una] = [await member(stage, "Eve"), await member(stage, "Una")];
    await shown(stage, [eve, una], SPEC, ["e2e4", "e7e5", "g1f3"], 2);
    await shown(stage, [una, eve], SPEC, ["e2e4", "c7c5"], 1);
    const last = await shown(stage, [eve, una], SPEC, ["d2d4", "d7d5", "c2c4", "e7e6", "b1c3", "g8f6", "c1g5", "f8e7", "e2e3", "b8d7"], 2);
    await lookedThrough(stage, last.name);
    const guest = await stage.person();
    await guest.visit("/#lobby");
    await guest.page.getByRole("contentinfo").getByRole("link", { name: "Past games" }).click();
    const cards = guest.page.getByTestId("found").getByTestId("game-card");
    await cards.nth(2).waitFor();
    // By player and result.
    await guest.visit("/#person=Eve");
    await guest.page.getByTestId("their-games").click();
    await cards.nth(2).waitFor();
    await guest.page.getByTestId("sought-result").selectOption("lost");
    await guest.page.getByText("No games match these filters.").waitFor();
    await guest.page.getByTestId("sought-result").selectOption("won");
    await cards.nth(2).waitFor();
    // Sorted by rating at the time.
    await guest.page.getByTestId("sought-order").selectOption("strongest");
    await guest.page.getByText("Ratings at the time of the game.").waitFor();
    const strengths = (await cards.locator(".rating").allTextContents()).map(Number);
    const best = [0, 2, 4].map((at) => Math.max(...strengths.slice(at, at + 2)));
    assert.ok(best[0] >= best[1] && best[1] >= best[2] && best[0] > best[2], strengths.join());
    await look(guest, "finished");
    await guest.page.getByTestId("sought-order").selectOption("");
    await guest.page.getByText("Ratings at the time of the game.").waitFor({ state: "detached" });
    assert.match(await cards.first().textContent(), /Eve.*Una.*Eve won.*5 moves.*Rated/s);
    // Openings.
    await guest.page.getByRole("link", { name: "Clear filters" }).click();
    await guest.page.getByTestId("sought-game").selectOption("chess");
    const moves = guest.page.getByTestId("opening-moves").locator("tbody tr");
    await moves.nth(1).waitFor();
    assert.match(await moves.first().textContent(), /e4\s*2/);
    assert.equal(await moves.first().getByRole("img").getAttribute("aria-label"), "first side won 50%, draws 0%, second side won 50%");
    await moves.first().getByRole("button").press("Enter");
    await guest.page.getByTestId("counted").getByText("2 games reached this position.").waitFor();
    assert.match(await guest.page.getByTestId("openings").locator("p.line").textContent(), /e4/);
    await cards.nth(1).waitFor();
    await cards.nth(2).waitFor({ state: "detached" });
    // A move on the board, and the browser's Back button.
    for (const square of ["c7", "c5"]) await guest.page.locator(`[data-testid=openings] [data-square="${square}"] > .face`).click();
    await guest.page.getByTestId("counted").getByText("1 game reached this position.").waitFor();
    await cards.nth(1).waitFor({ state: "detached" });
    await guest.page.goBack();
    await guest.page.getByTestId("counted").getByText("2 games reached this position.").waitFor();
    // Downloads.
    const [download] = await Promise.all([guest.page.waitForEvent("download"), guest.page.getByTestId("download-pgn").click()]);
    const text = await readFile(await download.path(), "utf8");
    assert.equal(download.suggestedFilename(), "entourage-games.pgn");
    assert.equal(text.match(/\[White "/g)?.length, 2);
    assert.match(text, /1\. e4 .*1\.\.\. e5 .*2\. Nf3\s.*1-0/s);
    await guest.page.getByTestId("line-back").click();
    await guest.page.getByTestId("counted").getByText("3 games reached this position.").waitFor();
    await guest.page.getByRole("button", { name: "Français" }).click();
    await guest.page.getByRole("heading", { name: "Parties terminées" }).waitFor();
    await guest.page.getByText("3 parties ont atteint cette position.").waitFor();
  });
}, OWN_SERVER);
