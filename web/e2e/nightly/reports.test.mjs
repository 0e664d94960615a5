// Test reports of the workshop, from games of the computer against itself.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { LONG } from "../support/limits.mjs";
import { suite } from "../support/stage.mjs";
import { begin, write } from "../support/workshop.mjs";

const UNEVEN = fileURLToPath(new URL("../../../crates/laboratory/tests/data/tempo-ahead.game", import.meta.url));
const VARIANTS = fileURLToPath(new URL("../../../variants", import.meta.url));

suite(
  "test reports of the workshop",
  (stage) => {
    test("summarise test games of the computer against itself", async () => {
      const person = await stage.person();
      const { page } = person;
      await begin(person, { title: "Tried" });
      await page.locator('[data-view="report"]').click();
      await page.getByLabel("Games").selectOption("20");
      await page.getByLabel("Level").selectOption("1");
      // The latest text is played.
      await write(person, "\n# A remark.\n");
      await page.getByTestId("try-out").click();
      await page.getByText("Share of points in 20 games").waitFor({ timeout: LONG });
      assert.equal(await page.getByTestId("old-report").count(), 0);
      await page.getByRole("heading", { name: "Results" }).waitFor();
      await page.getByRole("rowheader", { name: "Lantern", exact: true }).waitFor();
      assert.equal(await page.getByTestId("try-out").innerText(), "Run test games");
      // Each power: what it prevented, allowed and decided, with intervals.
      const power = page.getByTestId("power").filter({ hasText: "lit" });
      for (const words of ["Prevented (share of attempts)", "Made possible (share of moves)", "Changed the computer’s choice (share of choices)", "Decided the result (share of games)"]) {
        await power.getByRole("row", { name: words }).getByText(/^[\d.]+% \([\d.]+% to [\d.]+%\)$/).waitFor();
      }
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download report (JSON)" }).click();
      const report = JSON.parse(await readFile(await (await saved).path(), "utf8"));
      assert.equal((await saved).suggestedFilename(), "tried.report.json");
      assert.ok(report.games === 20 && report.powers[0].allowed.of > 0);
      // Endings that never happened are listed in the page's language.
      const { neverEnded } = report;
      assert.ok(neverEnded.length > 0 && report.endings.every(([code]) => !neverEnded.some(([other]) => other === code)));
      assert.equal(await page.getByTestId("never").innerText(), `Never happened: ${neverEnded.map(([, sentence]) => sentence).join(", ")}`);
      // The report survives a reload.
      await page.reload();
      await page.locator('[data-view="report"]').click();
      await page.getByText("Share of points in 20 games").waitFor();
      assert.equal(await page.getByTestId("old-report").count(), 0);
    });

    test("show the effect of each card in a game with cards", async () => {
      const person = await stage.person();
      const { page } = person;
      await begin(person, { title: "Dealt", from: "Struggle with cards" });
      await page.locator('[data-view="report"]').click();
      await page.getByLabel("Games").selectOption("20");
      await page.getByLabel("Level").selectOption("1");
      await page.getByTestId("try-out").click();
      await page.getByText("Share of points in 20 games").waitFor({ timeout: LONG });
      const cards = page.getByTestId("cards-report");
      assert.ok((await cards.getByRole("row").count()) >= 4);
      await page.getByText("Both sides get random cards in each game.").waitFor();
    });

    test("suggest improvements, apply one of them, and compare versions", async () => {
      const person = await stage.person();
      const { page } = person;
      await begin(person, { title: "Uneven" });
      await page.locator(".cm-content").click();
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Delete");
      await page.keyboard.insertText(await readFile(UNEVEN, "utf8"));
      await page.locator('[data-view="report"]').click();
      await page.getByLabel("Games").selectOption("20");
      await page.getByLabel("Level").selectOption("1");
      await page.getByTestId("try-out").click();
      await page.getByText("Share of points in 20 games").waitFor({ timeout: LONG });
      await page.getByText("Both sides play at level 1, after one random move.").waitFor();
      // The best edits of each round are shown while the search continues.
      await page.getByTestId("improvements").click();
      const edits = page.getByTestId("proposals").getByRole("listitem").filter({ has: page.getByTestId("measures") });
      await edits.nth(4).waitFor({ timeout: LONG });
      await page.getByRole("button", { name: "Stop" }).click();
      const edit = edits.first();
      await edit.getByRole("row", { name: "Points for White" }).getByText(/^[\d.]+% \([\d.]+% to [\d.]+%\)$/).nth(1).waitFor();
      await edit.getByText(/^Effect on the points for White: [−+]?\d+% \(/).waitFor();
      const added = (await edit.locator('[data-sort="new"] pre').innerText()).trim();
      await edit.getByRole("button", { name: "Use this change" }).click();
      await page.locator(".cm-content").getByText(added).first().waitFor();
      // After the edit, the text differs from that of the report, so that no other edit can be applied; the edit can be undone.
      await page.getByTestId("old-report").waitFor();
      assert.equal(await page.getByRole("button", { name: "Use this change" }).count(), 0);
      await page.locator(".cm-content").click();
      await page.keyboard.press("Control+z");
      await page.getByTestId("old-report").waitFor({ state: "detached" });
      // A version with which the draft began is compared in games with the same openings.
      await page.getByTestId("comparison").click();
      const compared = page.getByTestId("compared");
      await compared.getByRole("row", { name: "Games between equals" }).waitFor({ timeout: LONG });
      await compared.getByRole("columnheader", { name: "This version" }).waitFor();
    });
  },
  async () => ["--games", VARIANTS],
);
