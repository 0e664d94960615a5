// The analysis board: records with variations, the engine, annotations, mistakes of a game, and opening it from other pages.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { largeRecord } from "./support/large-record.mjs";
import { suite } from "./support/stage.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const RECORD = `[White "Ada"]
[Black "Bob"]
[Opening "King's Pawn"]

{ A lesson. } 1. e4 e5 (1... c5 { Sicilian. } 2. Nf3 d6) 2. Nf3 $1 Nc6 *`;

const tree = (person) => person.page.getByTestId("move-tree");
const current = (person) => tree(person).locator("[aria-current]").textContent();
const lines = (person) => tree(person).locator("p").allTextContents().then((all) => all.map((text) => text.replace(/\s+/g, "")));

async function importRecord(person, record) {
  await person.page.getByTestId("record-text").fill(record);
  await person.page.getByTestId("open-record").click();
}

suite("analysis", (stage) => {
  test("a record with variations is imported, walked, annotated, kept, and exported", async () => {
    const person = await stage.person();
    const { page } = person;
    await person.visit("/#analysis");
    await page.getByTestId("import-record-open").click();
    await importRecord(person, "1. e4 e9 *");
    await page.getByTestId("import-record").getByText("line 1: 1... e9").waitFor();
    await importRecord(person, RECORD);
    await page.getByText("Ada – Bob · King's Pawn").waitFor();
    await tree(person).getByText("Sicilian.").waitFor();
    assert.deepEqual(await lines(person), ["StartpositionAlesson.", "1.e4e5", "1…c5Sicilian.2.Nf3d6", "2.Nf3!Nc6"]);

    for (const [key, move] of [["ArrowRight", "e4"], ["ArrowRight", "e5"], ["ArrowDown", "c5"], ["ArrowRight", "Nf3"], ["ArrowUp", "Nf3"], ["End", "d6"], ["Home", "Start position"], ["ArrowRight", "e4"]]) {
      await page.keyboard.press(key);
      assert.equal(await current(person), move, `after ${key}`);
    }
    // A new move becomes a variation; a known one is followed.
    await person.click("d7", "d5");
    assert.equal(await current(person), "d5");
    await page.getByTestId("annotate").click();
    await page.getByTestId("comment").fill("Scandinavian.");
    await page.getByRole("button", { name: "dubious move" }).click();
    await page.getByTestId("promote").click();
    await page.getByTestId("promote").click();
    await tree(person).getByText("d5?!").waitFor();
    assert.equal((await lines(person))[1], "1.e4d5?!Scandinavian.");
    await page.getByTestId("delete").click();
    assert.equal((await lines(person))[1], "1.e4e5");
    await page.getByTestId("undo-edit").click();
    assert.equal((await lines(person))[1], "1.e4d5?!Scandinavian.");
    // An illegal move is explained.
    await person.click("e4", "e6");
    await page.getByRole("alert").getByText(/./).first().waitFor();

    // It is kept on the device, listed, and exported with everything.
    await page.waitForFunction(() => localStorage.getItem("entourage.analyses.0")?.includes("Scandinavian"));
    await page.reload();
    await tree(person).getByText("Scandinavian.").waitFor();
    await page.getByTestId("share").click();
    const download = page.waitForEvent("download");
    await page.getByTestId("share-pgn").click();
    const record = await readFile(await (await download).path(), "utf8");
    assert.match(record, /\[White "Ada"\]/);
    assert.match(record, /1\. e4 d5 \$6 \{ Scandinavian\. \} \( 1\.\.\. e5 2\. Nf3 \$1/);
    const picture = page.waitForEvent("download");
    await page.getByTestId("share-png").click();
    assert.deepEqual([...(await readFile(await (await picture).path())).subarray(1, 4)], [...Buffer.from("PNG")]);
    await person.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    for (const [name, type, content] of [["copy-png", "image/png", /PNG/], ["copy-svg", "text/plain", /^<svg/], ["record", "text/plain", /Scandinavian/], ["position", "text/plain", /w/], ["link", "text/plain", /#analysis\?/]]) {
      await page.getByTestId(`share-${name}`).click();
      await page.getByTestId("share-analysis").getByText("Copied").waitFor();
      const copied = await page.evaluate(async (type) => (await (await navigator.clipboard.read())[0].getType(type)).text(), type);
      assert.match(copied, content, name);
    }
    await page.keyboard.press("Escape");
    await person.visit("/#analysis");
    await page.getByTestId("recent-analyses").getByRole("link", { name: "Chess: Ada – Bob" }).waitFor();
  });

  test("only the visible part of a large tree is drawn, and an edit changes nothing else", async () => {
    const person = await stage.person();
    const { page } = person;
    await person.visit("/#analysis?game=chess");
    await person.seated();
    await page.getByTestId("engine-on").uncheck();
    await page.getByTestId("import").click();
    await importRecord(person, await largeRecord());
    await tree(person).locator("p").nth(9).waitFor();
    const count = () => tree(person).evaluate((list) => list.querySelectorAll("*").length);
    const [height, visible] = await tree(person).evaluate((list) => [list.scrollHeight, list.clientHeight]);
    assert.ok(height > 20 * visible, `${height}`);
    assert.ok((await count()) < 1_500, `${await count()}`);

    // A variation of the first move becomes the main line, so that all other lines are shifted.
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    // Moves get their notation in the background.
    const moved = await tree(person).locator("[aria-current]").getAttribute("data-node");
    await tree(person).evaluate((list) => {
      window.changes = 0;
      new MutationObserver((records) => {
        for (const { addedNodes, removedNodes } of records) window.changes += addedNodes.length + removedNodes.length;
      }).observe(list, { subtree: true, childList: true });
    });
    const changes = () => page.evaluate(() => [window.changes, (window.changes = 0)][0]);
    const edits = {
      promote: () => page.getByTestId("promote").click(),
      undo: () => page.getByTestId("undo-edit").click(),
      delete: () => page.getByTestId("delete").click(),
      restore: () => page.getByTestId("undo-edit").click(),
    };
    const marked = [moved, moved, "0", moved];
    for (const [name, act] of Object.entries(edits)) {
      await act();
      await tree(person).locator(`[data-node="${marked.shift()}"][aria-current]`).waitFor();
      assert.ok((await changes()) < 1_500, name);
    }

    // Any move can be reached, and is scrolled into view.
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("End");
    const last = tree(person).locator("[aria-current]");
    await last.waitFor();
    const isVisible = () => last.evaluate((move) => {
      const [one, all] = [move.getBoundingClientRect(), move.closest("[data-testid=move-tree]").getBoundingClientRect()];
      return one.top >= all.top - 1 && one.bottom <= all.bottom + 1;
    });
    assert.equal(await isVisible(), true);
    assert.ok((await count()) < 1_500, `${await count()}`);
    await tree(person).evaluate((list) => (list.scrollTop = 0));
    await tree(person).getByText("1.", { exact: true }).first().waitFor();
    await last.waitFor({ state: "detached" });
    await page.keyboard.press("ArrowLeft");
    await last.waitFor();
    assert.equal(await isVisible(), true);
  });

  test("the engine shows lines with reasons and the threat, and stops when switched off", async () => {
    const person = await stage.person();
    const { page } = person;
    await page.addInitScript(() => {
      window.thoughts = [];
      window.Worker = class extends Worker {
        constructor(...given) {
          super(...given);
          this.addEventListener("message", ({ data }) => data.type === "thought" && window.thoughts.push(data.thought));
        }
      };
    });
    await person.visit("/#analysis?game=toddler");
    await person.seated();
    await page.getByTestId("engine-on").check();
    await page.getByTestId("engine-lines").selectOption("2");
    const list = page.getByTestId("engine-line-list").getByRole("listitem");
    await page.waitForFunction(() => document.querySelectorAll("[data-testid=engine-line-list] li").length === 2);
    await page.getByTestId("evaluation").waitFor();
    // The first report comes as soon as there is a move, not after an interval.
    assert.ok(await page.evaluate(() => window.thoughts[0].nodes <= 1_000), "the first report was held back");
    await page.getByTestId("engine-why").getByText(/./).first().waitFor();
    const [first, second] = await Promise.all([0, 1].map((index) => list.nth(index).getByRole("button").locator("strong").innerText()));
    assert.notEqual(first, second);
    // The space bar plays the engine's move.
    await page.locator("h1").click();
    await page.keyboard.press(" ");
    await tree(person).locator("[data-node='1'][aria-current]").waitFor();
    await page.keyboard.press("x");
    await page.getByText("If White could move now:").waitFor();
    await page.keyboard.press("e");
    await list.first().waitFor({ state: "detached" });
  });

  test("a phone shows the mistakes of a finished game and lets the player find better moves", async () => {
    const person = await stage.person(PHONE);
    const { page } = person;
    await person.visit("/#analysis?game=chess&moves=f2f3+e7e5+g2g4+d8h4");
    await person.seated();
    await page.getByTestId("review-start").click();
    await page.getByTestId("mistakes").getByRole("listitem").first().waitFor({ timeout: 120_000 });
    await page.getByTestId("graph").focus();
    await page.keyboard.press("Home");
    assert.equal(await current(person), "Start position");
    await page.getByTestId("add-better").click();
    assert.equal((await lines(person)).some((line) => line.startsWith("2.")), true, "the better move is a variation");
    await page.getByTestId("learn-start").click();
    await page.getByText("White played g4. Find a better move.").waitFor();
    await person.tap("g2");
    await person.tap("g4");
    await page.getByText("That is the move played in the game.").waitFor();
    await page.getByTestId("learn-again").click();
    await page.getByTestId("learn-show").click();
    await page.getByTestId("learn-next").click();
    await page.getByText("You found 0 of 1 better moves at once.").waitFor();
  });

  test("a mistake shows which powers the better move would have changed", async () => {
    const person = await stage.person();
    const { page } = person;
    await person.visit("/#analysis?game=toddler&moves=g9g8+j3j2+c11a6+c1i10");
    await person.seated();
    await page.getByTestId("engine-on").uncheck();
    await page.getByTestId("review-start").click();
    await page.getByTestId("mistakes").getByRole("button").first().click({ timeout: 120_000 });
    await page.getByTestId("missed-powers").getByText(/./).first().waitFor();
  });

  test("games, puzzles and links open the board at their position", async () => {
    const person = await stage.person();
    const { page } = person;
    await person.begin({ name: "Chess" });
    for (const move of ["e2e4", "e7e5"]) await person.play(move);
    await person.listed(2);
    await page.getByTestId("try").click();
    await page.waitForURL(/#analysis\?game=chess/);
    assert.equal(await current(person), "e5");
    await page.goBack();
    await person.listed(2);
    await person.visit("/#analysis?game=chess&moves=e2e4+e2e4");
    await page.getByText(/e2e4/).first().waitFor();
    await tree(person).waitFor();
    await person.visit("/#analysis?game=chess&start=nonsense");
    await page.getByRole("alert").waitFor();
    await person.visit("/#analysis?game=unknown");
    await page.getByText("This game is unknown here").waitFor();
  });
});
