// Test reports of the workshop, from games of the computer against itself.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { LONG } from "../support/limits.mjs";
import { suite } from "../support/stage.mjs";
import { begin, write } from "../support/workshop.mjs";

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

    test("compare versions with one number changed, and apply one of them", async () => {
      const person = await stage.person();
      const { page } = person;
      await begin(person, { title: "Counted" });
      // One number of the text can be changed.
      await write(person, '\npower wary of Lantern: it can be captured only while 2 or more enemies threaten it\n  says "A Lantern falls to two."\n');
      // The text has been read once the rules mention the power.
      await page.locator('[data-view="rules"]').click();
      await page.getByText("A Lantern falls to two.").nth(1).waitFor();
      await page.locator('[data-view="report"]').click();
      await page.getByLabel("Games").selectOption("20");
      await page.getByLabel("Level").selectOption("1");
      await page.getByTestId("try-out").click();
      await page.getByText("Share of points in 20 games").waitFor({ timeout: LONG });
      await page.getByTestId("vary").click();
      const rows = page.getByTestId("varied").locator("tbody tr");
      await rows.nth(2).waitFor({ timeout: LONG });
      await page.getByRole("button", { name: "Run test games" }).waitFor({ timeout: LONG });
      // The game unchanged, and with the number raised and lowered, each with an interval.
      const lines = (await rows.locator("th").allInnerTexts()).map((line) => line.split("\n")[0]);
      const wary = (number) => `power wary of Lantern: it can be captured only while ${number} or more enemies threaten it`;
      assert.deepEqual(lines, ["unchanged", wary(3), wary(1)]);
      for (let row = 0; row < 3; row++) await rows.nth(row).getByText(/^[\d.]+% \([\d.]+% to [\d.]+%\)$/).first().waitFor();
      await rows.nth(2).getByRole("button", { name: "Apply" }).click();
      await page.locator(".cm-content").getByText("only while 1 or more enemies threaten it").waitFor();
      // After a change of the text the report stays, but nothing can be tested or applied.
      await page.getByTestId("old-report").waitFor();
      assert.equal(await page.getByTestId("vary").count(), 0);
      await rows.nth(2).waitFor();
      assert.equal(await page.getByRole("button", { name: "Apply" }).count(), 0);
      await page.locator(".cm-content").click();
      await page.keyboard.press("Control+z");
      await page.getByTestId("old-report").waitFor({ state: "detached" });
      await rows.nth(2).waitFor();
    });
  },
  async () => ["--games", VARIANTS],
);
