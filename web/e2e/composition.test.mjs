// Compositions: solving positions on the analysis board.
import assert from "node:assert/strict";
import { test } from "node:test";
import { look } from "./support/visit.mjs";
import { suite } from "./support/stage.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
/** A problem by Paul Morphy: White wins in two moves. */
const MORPHY = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
/** Two first moves win at once. */
const COOKED = "k7/8/1K6/8/8/8/8/2R4R w - - 0 1";

async function open(person, start, game = "chess") {
  await person.visit(`/#analysis?game=${game}${start ? `&start=${encodeURIComponent(start)}` : ""}`);
  await person.page.getByTestId("tab-composition").click();
  await person.page.getByTestId("composition").waitFor();
}

async function solve(person, turns) {
  await person.page.getByTestId("turns").fill(String(turns));
  await person.page.getByTestId("solve").click();
}

const verdict = (person) => person.page.getByTestId("verdict").textContent();

suite("compositions", (stage) => {
  test("a problem is solved with tries and set play, shown on the board, and added to the moves", async () => {
    const person = await stage.person({ permissions: ["clipboard-read", "clipboard-write"] });
    const { page } = person;
    await open(person, MORPHY);
    await page.getByTestId("set-play").check();
    await solve(person, 2);
    assert.equal(await verdict(person), "one key: a1a6");
    await page.getByTestId("try-lines").getByText("a1a5").first().waitFor();
    await page.getByTestId("set-play-lines").waitFor();
    await page.getByTestId("copy-solution").click();
    await page.getByText("Copied", { exact: true }).waitFor();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^chess\n.*\nwin 2\n\nset play:[^]*1\.a1a6 ! zugzwang\n[^]*one key: a1a6\n$/);
    await look(person, "composition");

    await page.getByTestId("key-lines").getByRole("button", { name: "b7a6" }).click();
    await page.getByTestId("key-lines").getByRole("button", { name: "b6b7#" }).first().click();
    await page.getByText("Checkmate").first().waitFor();
    await page.getByRole("button", { name: "Back to the position" }).click();
    await page.getByTestId("add-solution").click();
    await page.getByTestId("tab-moves").click();
    await page.getByTestId("move-tree").getByText("Ra6!").waitFor();
  });

  test("a position with two solutions shows both, on a phone", async () => {
    const person = await stage.person({ ...PHONE, locale: "fr-FR" });
    await open(person, COOKED);
    await solve(person, 1);
    assert.match(await verdict(person), /^démoli, 2 clés\s: c1c8, h1h8$/);
    assert.equal(await person.page.getByTestId("key-lines").locator("li.key").count(), 2);
  });

  test("long work shows its progress and can be stopped; what cannot be solved is explained", async () => {
    const person = await stage.person();
    await open(person, "", "toddler");
    await solve(person, 6);
    await person.page.getByTestId("solving").getByText(/positions; within/).waitFor();
    await person.page.getByTestId("stop-solving").click();
    await person.page.getByTestId("solving").waitFor({ state: "detached" });
    await person.page.getByTestId("stipulation").selectOption("help");
    await solve(person, 1);
    assert.match(await verdict(person), /^no solution within 1 turn/);
  });
});
