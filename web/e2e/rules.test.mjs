// The rules page: contents, anchors, playable boards, links from a game, and the printed summary.
import assert from "node:assert/strict";
import { test } from "node:test";
import { GENIUS } from "./support/positions.mjs";
import { suite } from "./support/stage.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const GAMES = ["toddler", "symmetron44", "struggle", "chess"];

/** A board and its caption below a heading. */
class Diagram {
  constructor(person, caption) {
    this.person = person;
    this.figure = person.page.getByTestId("diagram").filter({ hasText: caption });
  }

  async seen() {
    await this.figure.scrollIntoViewIfNeeded();
    await this.square("a1").waitFor();
  }

  square(name) {
    return this.figure.locator(`[data-square="${name}"]`);
  }

  async middle(name) {
    const box = await this.square(name).locator("> .face").boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  async press(...names) {
    for (const name of names) {
      const { x, y } = await this.middle(name);
      await this.person.page.mouse.click(x, y);
    }
  }

  get told() {
    return this.figure.getByTestId("told");
  }

  button(name) {
    return this.figure.getByRole("button", { name, exact: false });
  }

  auras() {
    return this.figure.locator("[data-aura]").count();
  }
}

/** Returns the distance of an anchor from the top of the window. */
const top = (person, anchor) => person.page.locator(`[data-anchor="${anchor}"]`).evaluate((element) => element.getBoundingClientRect().top);

/** Waits until an anchor is at the top and focused. */
async function arrived(person, anchor) {
  await person.page.waitForFunction((name) => document.activeElement?.getAttribute("data-anchor") === name, anchor);
  const at = await top(person, anchor);
  assert.ok(at >= 0 && at < 200, `${anchor} at ${at}`);
}

suite("the rules", (stage) => {
  test("have contents that lead to chapters and rulings, and Back leads back", async () => {
    const person = await stage.person();
    await person.visit("/#rules=toddler");
    const contents = person.page.getByRole("navigation", { name: "Contents" });
    await contents.getByRole("link", { name: "7. Freeze" }).click();
    assert.match(person.page.url(), /#rules=toddler\/power-7$/);
    await arrived(person, "power-7");
    assert.equal(await contents.getByRole("link", { name: "7. Freeze" }).getAttribute("aria-current"), "location");
    await contents.getByRole("link", { name: "T12. Contact while in Threat" }).click();
    await arrived(person, "T12");
    // A ruling mentioned in the text is a link.
    await person.page.locator("[data-anchor=T6]").getByRole("link", { name: "T3" }).click();
    assert.match(person.page.url(), /#rules=toddler\/T3$/);
    await arrived(person, "T3");
    // Each step back restores the scroll position.
    for (const hash of ["T12", "power-7", "toddler"]) {
      await person.page.goBack();
      await person.page.waitForFunction((end) => location.hash.endsWith(end) && Math.abs(scrollY - history.state.at) < 2, hash);
    }
  });

  test("open at the anchor in the address, in both languages and in every game", async () => {
    for (const [locale, game, anchor, words] of [
      ["en-GB", "toddler", "T12", "Contact while in Threat"],
      ["fr-FR", "toddler", "T12", "Le contact des Bambins en cas de Menace"],
      ["fr-FR", "struggle", "pact", "Pacte de non-agression"],
      ["en-GB", "symmetron44", "S9", "limits the slide"],
      ["en-GB", "chess", "castling", "Castling"],
    ]) {
      const person = await stage.person({ locale });
      await person.visit(`/#rules=${game}/${anchor}`);
      await arrived(person, anchor);
      assert.match(await person.page.locator(`[data-anchor="${anchor}"]`).innerText(), new RegExp(words));
      await person.leave();
    }
  });

  test("begin with links to lessons and to the start page with the game selected", async () => {
    const person = await stage.person();
    await person.visit("/#rules=struggle");
    await person.page.getByRole("heading", { level: 1, name: "Struggle" }).waitFor();
    assert.match(await person.page.getByRole("link", { name: "Learn in 2 minutes" }).getAttribute("href"), /^#learn=struggle/);
    await person.page.getByRole("link", { name: "Play Struggle" }).click();
    await person.page.getByRole("button", { name: "Play Struggle" }).waitFor();
  });

  test("have headings without skipped levels", async () => {
    const person = await stage.person();
    for (const game of GAMES) {
      await person.visit(`/#rules=${game}`);
      await person.page.locator("h3").first().waitFor();
      const levels = await person.page.locator("h1, h2, h3, h4").evaluateAll((all) => all.map((one) => Number(one.localName[1])));
      assert.equal(levels[0], 1, game);
      levels.slice(1).forEach((level, i) => assert.ok(level > 1 && level <= levels[i] + 1, `${game}: ${levels}`));
    }
  });

  test("have boards playable by mouse: both sides move, and the effects are described", async () => {
    const person = await stage.person();
    await person.visit("/#rules=toddler/power-6");
    const diagram = new Diagram(person, "The Nurse cannot take the Empress on f7");
    await diagram.seen();
    assert.ok((await diagram.auras()) > 0, "the Emperor's sight is drawn");
    await diagram.press("d5", "f7");
    await diagram.told.getByText("The Empress on f7 cannot be captured while the Emperor on f2 has her in sight.").waitFor();
    assert.equal(await diagram.figure.getByRole("link").getAttribute("href"), "#rules=toddler/T10");
    // The Emperor is black, and it is White's turn in the text.
    await diagram.press("f2", "c2");
    await diagram.told.getByText("Takes Empress f7 out of the Emperor's sight").waitFor();
    await diagram.press("d5", "f7");
    await diagram.told.getByText("f7").first().waitFor();
    await diagram.square("f7").and(person.page.locator('[aria-label*="Nurse"]')).waitFor({ state: "attached" });
    await diagram.button("Reset").click();
    await diagram.square("f7").and(person.page.locator('[aria-label*="Empress"]')).waitFor({ state: "attached" });
    await diagram.button("Show an example").click();
    await diagram.told.getByText("Takes Empress f7 out of the Emperor's sight").waitFor();
  });

  test("have boards playable by keyboard, which Tab leaves again", async () => {
    const person = await stage.person();
    await person.visit("/#rules=toddler/power-8");
    const diagram = new Diagram(person, "A knight's leap away from the Phoenix");
    await diagram.seen();
    await diagram.square("a11").focus();
    await person.walk("f6");
    await person.page.keyboard.press("Enter");
    await person.walk("g4");
    await person.page.keyboard.press("Enter");
    await diagram.told.getByText("a Phoenix never captures a Phoenix", { exact: false }).waitFor();
    await person.page.keyboard.press("Escape");
    await person.walk("f6");
    await person.page.keyboard.press("Enter");
    await person.walk("e4");
    await person.page.keyboard.press("Enter");
    await diagram.square("e4").and(person.page.locator('[aria-label*="Phoenix"]')).waitFor({ state: "attached" });
    await person.page.keyboard.press("Tab");
    assert.match(await person.focus(), /^button Show an example/);
    await person.page.keyboard.press("Tab");
    assert.match(await person.focus(), /^button Reset/);
    await person.page.keyboard.press("Enter");
    await diagram.square("e4").and(person.page.locator('[aria-label*="Nurse"]')).waitFor({ state: "attached" });
  });

  test("leave swipes to the page and taps to the board", async () => {
    const person = await stage.person(PHONE);
    await person.visit("/#rules=toddler/power-4");
    const diagram = new Diagram(person, "The Emperor attacks the Nurse on f5");
    await diagram.seen();
    await diagram.square("f9").evaluate((square) => square.scrollIntoView({ block: "center" }));
    const finger = await person.context.newCDPSession(person.page);
    const { x, y } = await diagram.middle("f9");
    const before = await person.page.evaluate(() => scrollY);
    let time = Date.now() / 1000;
    const touch = (type, after, ...touchPoints) => finger.send("Input.dispatchTouchEvent", { type, touchPoints, timestamp: (time += after) });
    await touch("touchStart", 0, { x, y });
    for (let i = 1; i <= 10; i++) await touch("touchMove", 0.05, { x, y: y - 25 * i });
    // A finger that rests before it lifts does not scroll on: otherwise the next touch would only stop it.
    await touch("touchEnd", 1);
    await person.page.waitForFunction((from) => scrollY > from + 100, before);
    await person.drawn();
    assert.equal(await diagram.square("f9").getAttribute("aria-selected"), "false", "no piece was selected");
    const tap = async (name) => {
      const at = await diagram.middle(name);
      await person.page.touchscreen.tap(at.x, at.y);
    };
    await diagram.square("f9").evaluate((square) => square.scrollIntoView({ block: "center" }));
    await tap("f9");
    await diagram.square("f9").and(person.page.locator('[aria-selected="true"]')).waitFor({ state: "attached" });
    await tap("f5");
    await diagram.told.getByText("protects it", { exact: false }).waitFor();
    assert.equal(await person.page.evaluate(() => document.documentElement.scrollWidth), 390);
  });

  test("do not shift as boards come into view", async () => {
    const person = await stage.person({ viewport: { width: 1280, height: 800 } });
    await person.visit("/#rules=symmetron44");
    await person.page.locator("h3").first().waitFor();
    await person.page.evaluate(() => {
      window.jumped = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.jumped += entry.value))).observe({ type: "layout-shift", buffered: false });
    });
    for (let i = 0; i < 12; i++) {
      await person.page.evaluate(() => scrollBy(0, 700));
      await person.drawn();
    }
    assert.equal(await person.page.evaluate(() => window.jumped), 0);
    assert.equal(await person.page.locator("figure .problem").count(), 0);
  });

  test("open beside a game from a cited reason", async () => {
    const person = await stage.person();
    await person.begin({ position: GENIUS });
    await person.click("e9", "d8");
    const link = person.refusal.getByRole("link", { name: "The Genius neutralises in the rules" });
    assert.equal(await link.getAttribute("href"), "#rules=toddler/power-3");
    const address = person.page.url();
    await link.click();
    await person.page.waitForFunction(() => document.activeElement?.getAttribute("data-anchor") === "power-3");
    assert.equal(person.page.url(), address);
    assert.equal(await person.page.getByRole("tab", { name: "Rules" }).getAttribute("aria-selected"), "true");
    await person.page.getByRole("tab", { name: "Game" }).click();
    await person.play("k9k8");
    await person.listed(1);
  });

  test("open from the panel of a piece", async () => {
    const person = await stage.person();
    await person.begin({ position: GENIUS });
    await person.click("e9");
    const panel = person.page.getByTestId("panel");
    await panel.getByRole("link", { name: "The Genius neutralises in the rules" }).waitFor();
    await panel.getByRole("link", { name: "Soldier (S) in the rules" }).click();
    await person.page.waitForFunction(() => document.activeElement?.getAttribute("data-anchor") === "soldier");
  });

  test("have a summary that prints on one sheet, for every game in both languages", async () => {
    for (const [locale, colorScheme] of [["en-GB", "light"], ["fr-FR", "dark"]]) {
      const person = await stage.person({ locale, colorScheme });
      for (const game of GAMES) {
        await person.visit(`/#rules=${game}/summary`);
        await person.page.getByTestId("summary").locator("ul.rows li").first().waitFor();
        await person.page.getByTestId("summary").locator("h2").nth(2).waitFor();
        await person.fonts();
        const pages = (await person.page.pdf({ preferCSSPageSize: true })).toString("latin1").match(/\/Type\s*\/Page(?!s)/g) ?? [];
        assert.equal(pages.length, 1, `${game} in ${locale}`);
      }
      await person.leave();
    }
  });

  test("print completely, with every board drawn", async () => {
    const person = await stage.person();
    await person.visit("/#rules=chess");
    await person.page.locator("h3").first().waitFor();
    await person.page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    const figures = await person.page.locator("figure").count();
    assert.ok(figures >= 6, String(figures));
    assert.equal(await person.page.locator("figure svg.board").count(), figures);
  });

  test("fit the narrowest phone", async () => {
    const person = await stage.person({ ...PHONE, viewport: { width: 320, height: 568 } });
    for (const game of GAMES) {
      for (const address of [`/#rules=${game}`, `/#rules=${game}/summary`]) {
        await person.visit(address);
        await person.page.locator("h1").waitFor();
        assert.equal(await person.page.evaluate(() => document.documentElement.scrollWidth), 320, address);
      }
    }
  });
});
