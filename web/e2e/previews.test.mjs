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
  test("is told of and drawn as the pointer is on where it leads, and let go with it", async () => {
    const person = await stage.person(MOVING);
    await person.begin({ position: WEIGHTY });
    await person.click("h6");
    assert.equal(await person.page.getByTestId("weigh").count(), 0, "nothing is pointed at");
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
    assert.equal(await aloud(person), "", "nothing is said of what is only pointed at");
    const away = await person.middle("b5");
    await person.page.mouse.move(away.x, away.y, { steps: 2 });
    await person.page.getByTestId("weigh").waitFor({ state: "detached" });
    assert.equal(await seen(person).count(), 0);
    const hidden = await person.page.locator("svg.board .preview").evaluateAll((all) => all.map((one) => getComputedStyle(one).visibility));
    assert.deepEqual(new Set(hidden), new Set(["hidden"]));
    assert.equal(await person.page.locator("svg.board [data-hidden]").count(), 0, "what is at work now is seen again");
  });

  test("is told of where the keyboard's focus is", async () => {
    const person = await stage.person(MOVING);
    await person.begin({ position: WEIGHTY });
    await person.click("h6");
    await person.square("h6").focus();
    await person.walk("j6");
    await person.page.getByRole("region", { name: "Genius to j6" }).waitFor();
    assert.deepEqual(await told(person, "cost"), COSTS);
    assert.equal(await aloud(person), `Gains: ${GAINS.join("; ")}. Costs: ${COSTS.join("; ")}.`);
  });

  test("is said once it waits to be confirmed, and describes the button", async () => {
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

  test("is drawn as soon as a finger touches where it leads, asked about when it lifts there, and let go when it slides away", async () => {
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

  test("is told of in French, and with reduced motion fades at once", async () => {
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

  test("is drawn ahead, and shown by a mark alone before it is told of", async () => {
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
      assert.deepEqual(new Set(before), new Set(["board data-weighed", "board data-hidden"]), "a finger waits for nothing else");
      assert.ok(after.some((one) => one.startsWith("page ")), "it is told of once it is seen");
      await person.leave();
    }
  });

  test("is that of the square where the pointer is, however fast it goes there", async () => {
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
    assert.ok(first >= 0 && second >= 0 && first !== second, "each is seen at once");
    assert.deepEqual(later.filter((one) => one !== second), [], "what was passed is not seen again");
    await go([places[0], places[2]]);
    await person.page.getByTestId("weigh").waitFor({ state: "detached" });
    assert.equal(await seen(person).count(), 0, "nothing is seen of a square that was passed");
  });

  test("stays drawn while a piece is put back, and makes room for that of another", async () => {
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
    assert.equal(await seen(person).count(), 0, "nothing is weighed where nothing is taken up");
    await takeUp("h6");
    assert.equal(await drawn.first().evaluate((one) => one.known), true);
    await person.page.keyboard.press("Escape");
    await takeUp("k7");
    assert.equal(await drawn.first().evaluate((one) => one.known), undefined);
  });

  test("is drawn anew as the board is turned, and where only some powers are shown", async () => {
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

  test("is there at once under a finger: it fades in nowhere, and what lies under the finger is soon found", async () => {
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

  test("is told of where nothing changes, too", async () => {
    const person = await stage.person(MOVING);
    await person.begin({ name: "Chess" });
    await person.click("b1");
    const { x, y } = await person.middle("c3");
    await person.page.mouse.move(x, y, { steps: 2 });
    await person.page.getByRole("region", { name: "Knight to c3" }).waitFor();
    await person.page.getByTestId("weigh").getByText("No powers change, and no piece becomes protected or exposed.").waitFor();
  });
});
