// Move previews: on the board, in the panel, and for screen readers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { WEIGHTY } from "./support/positions.mjs";
import { suite } from "./support/stage.mjs";

/** Users with animations. */
const MOVING = { reducedMotion: "no-preference" };
/** The effects of h6j6 by sign. */
const GAINS = ["No longer attacked by several pieces: Genius j6", "Neutralises Android k6 and Phoenix j7", "Safe now: Phoenix k7 and Soldier i9"];
const COSTS = ["Frees Empress g6 to capture again", "Exposed to Empress g6: Soldier g8 and Soldier d9"];

/** Reads the lines of a sign. */
const told = (person, sign) => person.page.getByTestId("weigh").locator(`[data-sign=${sign}] li`).allInnerTexts();
/** Counts marks on the board. */
const marked = (person, what) => person.page.locator("svg.board .weighed > [data-weighed]").evaluate((drawn, what) => Number(drawn.querySelector(`[data-${what}]`)?.getAttribute(`data-${what}`) ?? 0), what);
/** Visible parts of a preview; those of other moves are hidden. */
const seen = (person, what = "") => person.page.locator(`svg.board [data-weighed] ${what}`);
const aloud = (person) => person.page.getByTestId("weigh-live").innerText();

suite("move previews", (stage) => {
  test("are described and drawn while the pointer is on the destination", async () => {
    const person = await stage.person(MOVING);
    await person.begin({ position: WEIGHTY });
    await person.click("h6");
    assert.equal(await person.page.getByTestId("weigh").count(), 0, "no square is hovered");
    const { x, y } = await person.middle("j6");
    await person.page.mouse.move(x, y, { steps: 2 });
    await person.page.getByRole("region", { name: "Genius to j6" }).waitFor();
    assert.deepEqual(await told(person, "gain"), GAINS);
    assert.deepEqual(await told(person, "cost"), COSTS);
    assert.deepEqual([await marked(person, "exposed"), await marked(person, "safe"), await marked(person, "rays")], [2, 3, 2]);
    assert.equal(await seen(person, ".comes [data-aura=silence]").count(), 1);
    assert.ok((await marked(person, "goes")) >= 1);
    const stays = seen(person, ".stays").first();
    assert.equal(await stays.evaluate((drawn) => getComputedStyle(drawn).opacity), "0.42");
    assert.equal(await aloud(person), "", "hovered moves are not announced");
    const away = await person.middle("b5");
    await person.page.mouse.move(away.x, away.y, { steps: 2 });
    await person.page.getByTestId("weigh").waitFor({ state: "detached" });
    assert.equal(await seen(person).count(), 0);
    const hidden = await person.page.locator("svg.board .preview").evaluateAll((all) => all.map((one) => getComputedStyle(one).visibility));
    assert.deepEqual(new Set(hidden), new Set(["hidden"]));
    assert.equal(await person.page.locator("svg.board [data-hidden]").count(), 0, "the active powers are visible again");
  });

  test("are shown for the square with keyboard focus", async () => {
    const person = await stage.person(MOVING);
    await person.begin({ position: WEIGHTY });
    await person.click("h6");
    await person.square("h6").focus();
    await person.walk("j6");
    await person.page.getByRole("region", { name: "Genius to j6" }).waitFor();
    assert.deepEqual(await told(person, "cost"), COSTS);
    assert.equal(await aloud(person), `Gains: ${GAINS.join("; ")}. Costs: ${COSTS.join("; ")}.`);
  });

  test("are announced when the move awaits confirmation, and describe the button", async () => {
    const person = await stage.person({ ...MOVING, viewport: { width: 390, height: 844 }, hasTouch: true });
    await person.begin({ position: WEIGHTY });
    await person.tap("h6");
    await person.tap("j6");
    await person.confirmation.waitFor();
    assert.equal(await aloud(person), `Gains: ${GAINS.join("; ")}. Costs: ${COSTS.join("; ")}.`);
    const button = person.confirmation.getByRole("button", { name: "Play" });
    const description = await button.evaluate((one) => document.getElementById(one.getAttribute("aria-describedby")).textContent);
    assert.equal(description, await aloud(person));
    assert.deepEqual(await told(person, "gain"), GAINS);
    await person.confirmation.getByRole("button", { name: "Cancel" }).click();
    await person.page.getByTestId("weigh").waitFor({ state: "detached" });
    assert.equal(await aloud(person), "");
  });

  test("are drawn when a finger touches the destination, which asks for confirmation when it lifts and cancels when it slides away", async () => {
    const person = await stage.person({ ...MOVING, viewport: { width: 390, height: 844 }, hasTouch: true });
    await person.begin({ position: WEIGHTY });
    await person.tap("h6");
    const session = await person.context.newCDPSession(person.page);
    // A quick touch, however slow the machine: a tenth of a second between events.
    let time = Date.now() / 1000;
    const touch = async (type, square) => session.send("Input.dispatchTouchEvent", { type, touchPoints: square ? [await person.middle(square)] : [], timestamp: (time += 0.1) });
    const drawn = person.page.locator("svg.board .weighed > [data-weighed]");
    await touch("touchStart", "j6");
    await drawn.waitFor({ state: "attached" });
    assert.equal(await person.confirmation.count(), 0, "the finger has not lifted yet");
    await touch("touchMove", "b5");
    await drawn.waitFor({ state: "detached" });
    await touch("touchMove", "j6");
    await drawn.waitFor({ state: "attached" });
    await touch("touchEnd");
    await person.confirmation.waitFor();
    assert.equal(await drawn.count(), 1);
    await person.confirmation.getByRole("button", { name: "Cancel" }).click();
    await drawn.waitFor({ state: "detached" });
    // A touch that the browser takes over is no click.
    if ((await person.page.locator("[data-targets]").count()) === 0) await person.tap("h6");
    await touch("touchStart", "j6");
    await drawn.waitFor({ state: "attached" });
    await touch("touchCancel");
    await drawn.waitFor({ state: "detached" });
    assert.equal(await person.confirmation.count(), 0);
  });

  test("are described in French, and hardly fade with reduced motion", async () => {
    const person = await stage.person({ reducedMotion: "reduce" });
    await person.begin({ position: WEIGHTY });
    await person.act("menu-language");
    await person.click("h6");
    const { x, y } = await person.middle("j6");
    await person.page.mouse.move(x, y, { steps: 2 });
    await person.page.getByRole("region", { name: "Génie en j6" }).waitFor();
    assert.equal((await told(person, "cost"))[1], "En danger face à Impératrice g6\u00a0: Soldat g8 et Soldat d9");
    const time = await seen(person, ".comes").first().evaluate((drawn) => getComputedStyle(drawn).animationDuration);
    assert.equal(time, "0.08s");
  });

  test("are drawn ahead, and shown by an attribute alone before they are described", async () => {
    for (const options of [{}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }]) {
      const person = await stage.person({ ...MOVING, ...options });
      await person.begin({ position: WEIGHTY });
      await person.click("h6");
      const targets = await person.page.locator("[data-targets]").evaluate((drawn) => drawn.dataset.targets.split(" "));
      await person.page.waitForFunction((count) => document.querySelectorAll("svg.board .weighed > .preview").length === count, targets.length);
      await person.page.evaluate(() => {
        // Changes before and after the next frame.
        window.changed = { before: [], after: [] };
        let when = "before";
        new MutationObserver((changes) => {
          window.changed[when].push(...changes.map(({ type, attributeName, target }) => `${target.closest("svg.board") ? "board" : "page"} ${attributeName ?? type}`));
          if (when === "before") requestAnimationFrame(() => setTimeout(() => (when = "after")));
        }).observe(document.querySelector(".page"), { subtree: true, childList: true, attributes: true });
      });
      const { x, y } = await person.middle("j6");
      if (options.hasTouch) {
        const session = await person.context.newCDPSession(person.page);
        await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
      } else await person.page.mouse.move(x, y);
      await person.page.getByRole("region", { name: "Genius to j6" }).waitFor();
      const { before, after } = await person.page.evaluate(() => window.changed);
      assert.deepEqual(new Set(before), new Set(["board data-weighed", "board data-hidden"]), "nothing else changes before the next frame");
      assert.ok(after.some((one) => one.startsWith("page ")), "the preview is described after it is visible");
      await person.leave();
    }
  });

  test("follow the pointer, however fast it moves", async () => {
    const person = await stage.person(MOVING);
    await person.begin({ position: WEIGHTY });
    await person.click("h6");
    const targets = await person.page.locator("[data-targets]").evaluate((drawn) => drawn.dataset.targets.split(" "));
    await person.page.waitForFunction((count) => document.querySelectorAll("svg.board .weighed > .preview").length === count, targets.length);
    const places = await Promise.all(["j6", "g7", "b5"].map((square) => person.middle(square)));
    const go = (places) => person.page.evaluate((places) => {
      const marks = document.querySelector("svg.board .weighed");
      window.shown = [];
      const note = () => window.shown.push([...marks.children].findIndex((one) => one.hasAttribute("data-weighed")));
      // From one square to another before anything is drawn.
      for (const { x, y } of places) {
        document.elementFromPoint(x, y).dispatchEvent(new PointerEvent("pointermove", { bubbles: true, clientX: x, clientY: y, pointerType: "mouse" }));
        note();
      }
      window.watching = new MutationObserver(note);
      window.watching.observe(marks, { subtree: true, attributes: true, attributeFilter: ["data-weighed"] });
    }, places);
    await go(places.slice(0, 2));
    await person.page.getByRole("region", { name: "Genius to g7" }).waitFor();
    const [first, second, ...later] = await person.page.evaluate(() => (window.watching.disconnect(), window.shown));
    assert.ok(first >= 0 && second >= 0 && first !== second, "each preview is visible at once");
    assert.deepEqual(later.filter((one) => one !== second), [], "earlier previews do not reappear");
    await go([places[0], places[2]]);
    await person.page.getByTestId("weigh").waitFor({ state: "detached" });
    assert.equal(await seen(person).count(), 0, "no preview of an earlier square is visible");
  });

  test("stay drawn while a piece is deselected, and are replaced by those of another piece", async () => {
    const person = await stage.person(MOVING);
    await person.begin({ position: WEIGHTY });
    const drawn = person.page.locator("svg.board .weighed > .preview");
    const takeUp = async (square) => {
      await person.click(square);
      const targets = await person.page.locator("[data-targets]").evaluate((drawn) => drawn.dataset.targets.split(" "));
      await person.page.waitForFunction((count) => document.querySelectorAll("svg.board .weighed > .preview").length === count, targets.length);
      return targets.length;
    };
    const count = await takeUp("h6");
    await drawn.first().evaluate((one) => (one.known = true));
    await person.page.keyboard.press("Escape");
    await person.page.locator("[data-targets]").waitFor({ state: "detached" });
    assert.equal(await drawn.count(), count);
    const { x, y } = await person.middle("j6");
    await person.page.mouse.move(x, y, { steps: 2 });
    await person.page.getByTestId("panel").getByText("Square j6").first().waitFor();
    assert.equal(await seen(person).count(), 0, "there is no preview without a selected piece");
    await takeUp("h6");
    assert.equal(await drawn.first().evaluate((one) => one.known), true);
    await person.page.keyboard.press("Escape");
    await takeUp("k7");
    assert.equal(await drawn.first().evaluate((one) => one.known), undefined);
  });

  test("are redrawn when the board is flipped and when powers are hidden", async () => {
    const person = await stage.person(MOVING);
    await person.begin({ position: WEIGHTY });
    await person.click("h6");
    const way = person.page.locator("svg.board .ways [data-weighed] .line");
    const point = async (square) => {
      const { x, y } = await person.middle(square);
      await person.page.mouse.move(x, y, { steps: 2 });
      await person.page.getByRole("region", { name: `Genius to ${square}` }).waitFor();
      return way.getAttribute("d");
    };
    const upright = await point("j6");
    const stays = seen(person, ".stays [data-aura]");
    const all = await stays.count();
    await person.page.keyboard.press("f");
    assert.notEqual(await point("j6"), upright);
    await person.page.keyboard.press("p");
    await point("g7");
    await point("j6");
    const some = await stays.count();
    assert.ok(some < all, `${some} of ${all} powers that stay are shown`);
  });

  test("appear at once under a finger: without fading, and with few elements to hit-test", async () => {
    const person = await stage.person({ ...MOVING, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await person.begin({ position: WEIGHTY });
    await person.tap("h6");
    const { x, y } = await person.middle("j6");
    // Hit tests of large drawings are slow.
    const found = await person.page.evaluate(([x, y]) => document.elementsFromPoint(x, y).filter((one) => one.ownerSVGElement).map((one) => one.getAttribute("class")?.split(" ")[0] ?? one.localName), [x, y]);
    assert.deepEqual(found, ["face", "ground"]);
    await person.tap("j6");
    await person.confirmation.waitFor();
    const fading = await seen(person, ".comes").evaluateAll((all) => all.map((drawn) => getComputedStyle(drawn).animationName));
    assert.deepEqual(new Set(fading), new Set(["none"]));
  });

  test("say so if nothing changes", async () => {
    const person = await stage.person(MOVING);
    await person.begin({ name: "Chess" });
    await person.click("b1");
    const { x, y } = await person.middle("c3");
    await person.page.mouse.move(x, y, { steps: 2 });
    await person.page.getByRole("region", { name: "Knight to c3" }).waitFor();
    await person.page.getByTestId("weigh").getByText("No powers change, and no piece becomes protected or exposed.").waitFor();
  });
});
