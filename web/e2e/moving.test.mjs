// Single moves, and what the page shows, asks and announces.
import assert from "node:assert/strict";
import { test } from "node:test";
import { playthrough } from "./support/playthrough.mjs";
import { ANGEL, CAPTAIN, GENIUS, PROMOTION } from "./support/positions.mjs";
import { suite } from "./support/stage.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

suite("moving", (stage) => {
  test("an illegal move is explained, and the pieces responsible are marked", async () => {
    const person = await stage.person();
    await person.begin({ position: GENIUS });
    await person.click("e9", "d8");
    const sentence = "The Soldier on e9 cannot capture from there: the Genius on e8 is next to it.";
    assert.match(await person.refusal.innerText(), new RegExp(`Illegal move\\.\\s+${sentence}`));
    const spoken = () => person.page.getByTestId("refusal-live").textContent();
    const first = await spoken();
    assert.equal(first.trim(), `Illegal move. ${sentence}`);
    for (const square of ["e9", "e8"]) assert.match(await person.label(square), /makes the move illegal/);
    assert.equal(await person.page.locator(".blamed").count(), 2);
    await person.listed(0);
    await person.page.keyboard.press("Escape");
    await person.refusal.waitFor({ state: "detached" });
    assert.equal(await person.page.locator(".blamed").count(), 0);

    // A drag and the keyboard give the same explanation.
    await person.drag("e9", "d8");
    await person.refusal.getByText(sentence).waitFor();
    // The text differs so that it is announced again.
    const second = await spoken();
    assert.ok(second !== first && second.trim() === first.trim(), second);
    // Picking up the piece again clears the refusal.
    const { x, y } = await person.middle("e9");
    await person.page.mouse.move(x, y);
    await person.page.mouse.down();
    await person.page.mouse.move(x + 30, y, { steps: 2 });
    await person.refusal.waitFor({ state: "detached" });
    assert.equal(await person.page.locator(".blamed").count(), 0);
    await person.page.mouse.move(x, y, { steps: 2 });
    await person.page.mouse.up();
    await person.page.keyboard.press("Escape");
    await person.page.getByTestId("typed-move").fill("e9d8");
    await person.page.keyboard.press("Enter");
    await person.page.locator("form .problem", { hasText: sentence }).waitFor();
    await person.listed(0);
  });

  test("a takeback removes the hint", async () => {
    const person = await stage.person();
    await person.begin();
    await person.play("e9e8");
    await person.listed(1);
    await person.page.getByTestId("hint").click();
    await person.page.locator(".way.hint").waitFor();
    await person.act("takeback");
    await person.listed(0);
    await person.drawn();
    assert.equal(await person.page.locator(".way.hint").count(), 0);
  });

  test("a square with two reasons is marked once", async () => {
    const person = await stage.person();
    // The enemy Toddler is both the target and, being major, one of the attackers.
    await person.begin({ position: "T1t8/11/a9a/1S9/11/11/11/11/11/11/11 w -" });
    await person.page.getByTestId("typed-move").fill("a1b1");
    await person.page.keyboard.press("Enter");
    await person.refusal.waitFor();
    for (const square of ["c1", "a3", "k3"]) assert.match(await person.label(square), /makes the move illegal/);
  });

  test("a typed move is played or explained", async () => {
    const person = await stage.person();
    await person.begin();
    const field = person.page.getByTestId("typed-move");
    const problem = person.page.locator("form .problem");
    for (const [typed, answer] of [
      ["e9e7", /Soldier on e9/],
      ["z1a1", /z1/],
      ["", /Enter a move/],
      ["S e8-e7", /There is no piece on e8/],
      ["Z e8", /Z e8/],
      ["A", /could be any of/],
    ]) {
      await field.fill(typed);
      await field.press("Enter");
      await problem.filter({ hasText: answer }).waitFor();
      await person.listed(0);
    }
    await field.fill("e9e8");
    await field.press("Enter");
    await person.listed(1);
    assert.equal(await field.inputValue(), "");
    assert.match(await person.label("e8"), /White Soldier.*last move/);
    await field.fill("s e4");
    await field.press("Enter");
    await person.listed(2);
    assert.match(await person.label("e4"), /Black Soldier.*last move/);
    await field.fill("S e8-e7");
    await field.press("Enter");
    await person.listed(3);
  });

  test("a chooser distinguishes moves that share the clicked squares", async () => {
    const person = await stage.person();
    await person.begin({ position: CAPTAIN });
    await person.click("f5", "e4");
    const offered = await person.chooser.getByRole("listitem").allInnerTexts();
    const moves = ["f5 × e4", "f5 × e4 → d4", "f5 × e4 → e3", "f5 × e4 → e5", "f5 × e4 → f4"];
    assert.deepEqual(offered.map((text) => text.trim()).sort(), moves);
    await person.chooser.getByRole("button", { name: "Cancel" }).click();
    await person.chooser.waitFor({ state: "detached" });
    await person.listed(0);

    await person.play("f5e4e3");
    await person.listed(1);
    assert.match(await person.label("e3"), /White Captain/);
    assert.match(await person.label("e4"), /e4, empty/);
    await person.act("takeback");
    await person.listed(0);
    await person.play("f5e4");
    await person.listed(1);
    assert.match(await person.label("e4"), /White Captain/);
  });

  test("before the capture of an Angel the pieces that attack it together are named", async () => {
    const person = await stage.person();
    await person.begin({ position: ANGEL });
    await person.click("c6", "e8");
    const sentence = "The Guardian Angel on e8 is attacked together by the Emperor on e5 and the Nurse on c6, so it can be captured.";
    await person.confirmation.getByText(sentence).waitFor();
    assert.match(await person.heard(), new RegExp(sentence));
    await person.listed(0);
    await person.confirmation.getByRole("button", { name: "Cancel" }).click();
    await person.confirmation.waitFor({ state: "detached" });
    await person.listed(0);
    await person.play("c6e8");
    await person.listed(1);
  });

  test("promotions and marks are shown and announced", async () => {
    const person = await stage.person();
    await person.begin({ position: PROMOTION });
    assert.match(await person.label("a11"), /White Toddler \(Major Toddler\)/);
    await person.play("e5d4");
    await person.listed(1);
    assert.match(await person.heard(), /takes Nurse d4, becomes Captain/);
    assert.match(await person.label("d4"), /White Captain/);
  });

  test("a move by touch is confirmed before it is played, on a board as wide as the phone", async () => {
    const person = await stage.person(PHONE);
    await person.begin();
    assert.ok(await person.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing scrolls sideways");
    const { width } = await person.page.locator("svg.board").boundingBox();
    assert.ok(width >= 380, `the board is ${width} wide`);

    await person.tap("e9");
    await person.tap("e8");
    await person.confirmation.waitFor();
    await person.listed(0);
    await person.confirmation.getByRole("button", { name: "Cancel" }).tap();
    await person.confirmation.waitFor({ state: "detached" });
    await person.tap("e9");
    await person.tap("e8");
    const play = person.confirmation.getByRole("button", { name: "Play" });
    assert.ok((await play.boundingBox()).height >= 40, "the button is large enough for touch");
    await play.tap();
    await person.listed(1);

    // A second tap on the same square also confirms.
    await person.tap("e3");
    await person.tap("e4");
    await person.confirmation.waitFor();
    await person.tap("e4");
    await person.listed(2);
  });

  test("a sliding finger shows a loupe", async () => {
    const person = await stage.person(PHONE);
    await person.begin();
    const finger = await person.context.newCDPSession(person.page);
    const touch = (type, ...touchPoints) => finger.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", await person.middle("e9"));
    await touch("touchMove", await person.middle("f7"));
    await touch("touchMove", await person.middle("e8"));
    await person.page.locator(".loupe", { hasText: "e8" }).waitFor();
    await touch("touchEnd");
    await person.page.locator(".loupe").waitFor({ state: "detached" });
    await person.confirmation.waitFor();
    await person.listed(0);
  });

  test("moves, captures, jumps, swaps and two-steps have different marks and names", async () => {
    const person = await stage.person();
    const shapes = { dot: "move", arcs: "capture", swap: "swap", stages: "two-step" };
    const marked = async () => {
      const seen = new Set();
      for (const [shape, name] of Object.entries(shapes)) {
        if ((await person.page.locator(`.targets .ink.${shape}[d]`).count()) > 0) seen.add(name);
      }
      return [...seen];
    };
    const { spec, start, moves } = playthrough("playthrough-1");
    await person.beginOnPage({ game: [spec, start, ...moves.slice(0, 6)].join("\n") });
    await person.click("d5");
    // A jump is a quiet move: its label differs, and its path is drawn while hovered.
    assert.deepEqual(await marked(), ["move", "capture"]);
    assert.match(await person.label("c3"), /Black Soldier.*, possible: (jump here, capture|capture, jump here)$/);
    assert.match(await person.label("f6"), /empty, possible: jump here$/);
    await person.click("f10");
    assert.deepEqual(await marked(), ["move", "swap"]);
    await person.begin({ position: CAPTAIN });
    await person.click("f5");
    assert.deepEqual(await marked(), ["move", "capture", "two-step"]);
    assert.match(await person.label("e4"), /Black Soldier.*, possible: capture, continue a multi-step move$/);
    assert.match(await person.label("e3"), /empty, possible: continue a multi-step move$/);
  });

  test("the whole path of an Android is drawn, announced and distinguished from other moves", async () => {
    const person = await stage.person();
    await person.begin();
    await person.click("k11");
    assert.ok((await person.page.locator(".way.faint").count()) > 0);
    const { x, y } = await person.middle("h10");
    await person.page.mouse.move(x, y);
    await person.page.locator("[data-weighed] .way.strong .bend").waitFor();
    await person.click("h10");
    await person.listed(1);
    assert.equal(await person.heard(), "Android k11 to k10 to h10");
    assert.equal(await person.page.locator('[data-ply="1"] .way').innerText(), "k11 → k10 → h10");
  });

  test("inspecting a piece shows its description, moves and powers", async () => {
    const person = await stage.person();
    await person.begin({ position: GENIUS });
    const panel = person.page.getByTestId("panel");
    for (const [square, ...texts] of [["d9", "White Soldier", "Genius e8"], ["f6", "Square f6"]]) {
      const { x, y } = await person.middle(square);
      await person.page.mouse.move(x, y);
      for (const text of texts) await panel.getByText(text).first().waitFor();
    }
  });

  test("the move list replays the game, and the board can be flipped", async () => {
    const person = await stage.person();
    await person.begin();
    const moves = ["f11f10", "e3e4", "f10a11", "k3k4"];
    for (const [i, move] of moves.entries()) {
      await person.play(move);
      await person.listed(i + 1);
    }
    const { page } = person;
    await page.locator('[data-ply="1"]').click();
    assert.match(await person.label("f10"), /White Toddler/);
    assert.match(await person.label("e3"), /Black Soldier/);
    await page.getByText("Move 1 of 4").waitFor();
    await person.click("f10", "f11");
    await person.listed(4);
    await page.locator('[data-ply="1"]').click();
    await page.keyboard.press("ArrowRight");
    assert.match(await person.label("e4"), /Black Soldier.*last move/);
    await page.keyboard.press("Home");
    assert.match(await person.label("f11"), /White Toddler/);
    await page.getByRole("button", { name: "Next move" }).click();
    assert.match(await person.label("f10"), /White Toddler/);
    await page.getByRole("button", { name: "Back to the game" }).click();
    assert.match(await person.label("a11"), /White Toddler/);
    assert.match(await person.label("f10"), /White Nurse/);

    assert.ok((await person.middle("a11")).y > (await person.middle("a1")).y, "White sits at the bottom");
    await person.act("flip");
    assert.ok((await person.middle("a11")).y < (await person.middle("a1")).y);
    await person.play("e9e8");
    await person.listed(5);
  });

  test("moves and swaps are animated, except with reduced motion", async () => {
    for (const reducedMotion of ["no-preference", "reduce"]) {
      const person = await stage.person({ reducedMotion });
      await person.page.addInitScript(() => {
        const animate = Element.prototype.animate;
        globalThis.animated = [];
        Element.prototype.animate = function (...details) {
          if (this.hasAttribute("data-figure")) globalThis.animated.push(details[0].length);
          return animate.apply(this, details);
        };
      });
      await person.begin();
      for (const [move, figures] of [["f11a11", [2, 2]], ["a1b2", [3]]]) {
        await person.page.evaluate(() => globalThis.animated.splice(0));
        await person.play(move);
        const wanted = reducedMotion === "reduce" ? [] : figures;
        await person.page.waitForFunction((count) => globalThis.animated.length >= count, wanted.length);
        // Pending drawings are done within two frames.
        await person.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        assert.deepEqual(await person.page.evaluate(() => globalThis.animated), wanted, "both pieces of a swap move, and other moves leg by leg");
      }
    }
  });

  test("every square has an accessible name", async () => {
    const person = await stage.person();
    await person.begin();
    await person.page.getByRole("grid", { name: "The Toddler board" }).waitFor();
    assert.equal(await person.page.getByRole("gridcell").count(), 121);
    const labels = await person.labels();
    assert.equal(new Set(labels.map((label) => label.split(",")[0])).size, 121);
    assert.equal(await person.label("f9"), "f9, White Captain, 2 moves");
    assert.equal(await person.label("f3"), "f3, Black Captain");
    assert.equal(await person.label("f6"), "f6, empty");
    assert.equal(await person.page.locator('[data-square][tabindex="0"]').count(), 1, "the board is one tab stop");
    await person.click("f11");
    assert.match(await person.label("f11"), /White Toddler.*, selected/);
    assert.match(await person.label("a11"), /White Nurse, possible: swap places/);
    assert.match(await person.label("f10"), /empty, possible: move here/);
  });
});
