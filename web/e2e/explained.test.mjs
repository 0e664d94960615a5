// Explanations: attacks, hints, the end of a game, and shortcuts, visually and for screen readers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ANGEL, CAPTAIN, THREAT, WEIGHTY, WHITE_WINS_NEXT } from "./support/positions.mjs";
import { suite } from "./support/stage.mjs";

const panel = (person) => person.page.getByTestId("panel");
const hover = async (person, square) => {
  const { x, y } = await person.middle(square);
  await person.page.mouse.move(x, y, { steps: 2 });
};
/** Waits for an announcement that matches a pattern. */
const hears = (person, pattern) => person.page.waitForFunction((source) => new RegExp(source).test(document.querySelector("[data-testid=live]").textContent), pattern.source);

suite("explanations", (stage) => {
  test("attacks: ticks on every attacked square, pips on pieces that need several attackers, and the reason in the panel", async () => {
    const person = await stage.person();
    await person.begin({ position: WEIGHTY });
    assert.equal(await person.page.locator("[data-ticks]").count(), 0, "attacks are hidden by default");
    await person.page.keyboard.press("r");
    await hears(person, /Attacks shown/);
    const ticks = await person.page.locator("[data-ticks]").evaluateAll((all) => all.map((one) => [one.dataset.ticks, Number(one.dataset.count), one.querySelectorAll("path").length]));
    assert.ok(ticks.length > 20);
    for (const [square, count, drawn] of ticks) assert.equal(drawn, Math.min(count, 4), square);
    // Black's Angel and Geniuses have pips; an aura shows the attackers of White's Genius instead.
    assert.ok((await person.page.locator("[data-pips]").count()) >= 2);
    await hover(person, "h6");
    await person.page.getByTestId("safety").getByText(/^Can be captured by /).waitFor();
    await hover(person, "f11");
    await person.page.getByTestId("safety").getByText(/^Cannot be captured now\. .*Guardian Angel on e11/).waitFor();
    await person.page.keyboard.press("r");
    assert.equal(await person.page.locator("[data-ticks]").count(), 0);
  });

  test("attacks stay visible after a reload, and are part of the accessible names of squares", async () => {
    const person = await stage.person();
    await person.begin({ position: ANGEL });
    assert.match(await person.label("e8"), /^e8, Black Guardian Angel.*attacked by several pieces.*, can be captured by /);
    await person.page.getByTestId("reach").click();
    await person.page.reload();
    await person.seated();
    assert.equal(await person.page.getByTestId("reach").getAttribute("aria-pressed"), "true");
    assert.equal(await person.page.locator("[data-ticks]").first().count(), 1);
  });

  test("a hint explains what it gains", async () => {
    const person = await stage.person();
    await person.begin({ position: ANGEL });
    await person.page.getByTestId("hint").click();
    const hint = person.page.getByTestId("hint-panel");
    await hint.waitFor();
    assert.match(await hint.getByTestId("winnings").innerText(), /Wins|win/);
    await hears(person, /^Hint: .* win/);
    await hint.getByRole("button", { name: "Close hint" }).click();
    await hint.waitFor({ state: "detached" });
  });

  test("on a phone a hint replaces the inspected piece", async () => {
    const person = await stage.person({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await person.begin({ position: ANGEL });
    await person.tap((await person.page.locator("[data-square].grabbable").first().getAttribute("data-square")) ?? "");
    await person.page.getByTestId("panel").waitFor();
    await person.page.getByTestId("hint").click();
    await person.page.getByTestId("hint-panel").waitFor();
  });

  test("an illegal move is explained beside the board, with the piece still inspected", async () => {
    const person = await stage.person();
    await person.begin({ position: ANGEL });
    const from = await person.page.locator("[data-square].grabbable").first().getAttribute("data-square");
    await person.click(from, "a6");
    await person.refusal.waitFor();
    await person.drawn();
    assert.doesNotMatch(await person.page.getByTestId("panel").innerText(), /Empty square/);
  });

  test("a hint that ends the game says so, and shows its effects", async () => {
    const person = await stage.person();
    await person.begin({ position: WHITE_WINS_NEXT });
    await person.page.getByTestId("hint").click();
    const hint = person.page.getByTestId("hint-panel");
    await hint.getByText("This wins the game.").waitFor();
    await hint.locator("[data-sign=gain]").getByText(/^Ends the game\./).waitFor();
  });

  test("after the game the board shows how it ended, with key moments", async () => {
    const person = await stage.person();
    await person.begin({ position: WHITE_WINS_NEXT });
    await person.play("b3b1");
    await person.result.getByRole("button", { name: "View the board" }).click();
    const ended = person.page.getByTestId("ended");
    await ended.getByRole("button", { name: /^Toddler k1 is attacked by / }).click();
    assert.ok((await person.page.locator(".board .blamed").count()) >= 2);
    const escape = ended.locator("[data-sort=escape] button").first();
    await escape.click();
    assert.match(await escape.innerText(), /^Toddler k1 → .*exposed to/);
    await hears(person, /exposed to/);
    const moments = ended.getByTestId("moments").locator("button");
    await moments.first().waitFor();
    await moments.first().click();
    assert.equal(await moments.first().getAttribute("aria-pressed"), "true");
    await ended.getByRole("button", { name: "Review the game" }).click();
    await person.page.getByText("Move 0 of 1").waitFor();
  });

  test("shortcuts read the position, the last move and the moves from a square aloud", async () => {
    const person = await stage.person();
    await person.begin({ position: CAPTAIN });
    await person.square("f5").focus();
    await person.page.keyboard.press("m");
    await hears(person, /^Captain f5: \d+ moves: /);
    await person.page.keyboard.press("l");
    await hears(person, /^No moves yet/);
    await person.page.keyboard.press("b");
    await hears(person, /^White to move\. White: .*Black: /);
    await person.act("act-read");
    await hears(person, /^White to move\. White: .*Black: /);
  });

  test("the list of shortcuts opens on ?, closes on Escape, and has a switch that turns letters off", async () => {
    const person = await stage.person();
    await person.begin({ position: THREAT });
    await person.page.keyboard.press("?");
    const list = person.page.getByTestId("shortcuts");
    await list.getByText("Show or hide powers").waitFor();
    await list.getByRole("checkbox", { name: "Enable single-letter shortcuts" }).uncheck();
    await person.page.keyboard.press("Escape");
    await list.waitFor({ state: "hidden" });
    await person.page.keyboard.press("r");
    assert.equal(await person.page.locator("[data-ticks]").count(), 0);
  });

  test("the legend lists every active power", async () => {
    const person = await stage.person();
    await person.begin({ position: WEIGHTY });
    await hover(person, "a5");
    await person.page.mouse.move(2, 2);
    const legend = person.page.getByTestId("legend");
    await legend.locator("[data-relation=protects]").getByText(/Guardian Angel e11 — Protects from capture: .*Toddler f11/).waitFor();
    assert.ok((await legend.locator("li svg").count()) === (await legend.locator("li").count()));
  });

  test("the effects of cards are explained in the panel and in a dialog, in both languages", async () => {
    const person = await stage.person();
    await person.begin({ name: "Struggle", position: "w/2/3/4/5/6/2r2/2B3/5/4/3/2/W 1 - pact,pacifist@B armor@R - -" });
    await hover(person, "c6");
    const about = panel(person).getByTestId("about");
    await about.getByText(/cannot capture, not even a White/).waitFor();
    assert.doesNotMatch(await about.innerText(), /are captured\./);
    await hover(person, "c7");
    await panel(person).getByTestId("safety").getByText(/only breaks its Armor/).waitFor();
    await person.page.getByTestId("cards-1").getByRole("button", { name: /Pact/ }).click();
    await person.page.getByRole("dialog", { name: /Pact/ }).getByText(/captur/).waitFor();
    await person.page.getByRole("dialog", { name: /Pact/ }).getByRole("button", { name: "Close" }).click();
    await person.act("menu-language");
    await hover(person, "c6");
    await about.getByText(/ne peut pas capturer, pas même un Blanc/).waitFor();
  });
});
