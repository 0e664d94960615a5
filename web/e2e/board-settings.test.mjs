// Board settings per user: colours, pieces, notation, size, and their storage.
import assert from "node:assert/strict";
import { test } from "node:test";
import { suite } from "./support/stage.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const settings = (person) => person.page.getByTestId("settings");

async function openSettings(person) {
  await person.openSettings();
  await settings(person).waitFor();
}

const closeSettings = (person) => settings(person).getByRole("button", { name: "Close" }).click();

/** Reads the coordinates: downwards on the left, then to the right below the board. */
const beside = (person, board = ".page svg.board") =>
  person.page.locator(board).first().evaluate((svg) => [...svg.querySelectorAll(".labels text")].map((text) => text.textContent));

const tooltip = async (person, square) => {
  await person.drawn();
  return person.square(square).locator("title").textContent();
};

const moves = (person) => person.page.locator("[data-ply] .way").allInnerTexts();

/** Returns the colour of a dark square. */
const ground = (person) => person.page.locator(".page svg.board path.dark").first().evaluate((face) => getComputedStyle(face).fill);

const UP = Array.from({ length: 11 }, (_, i) => String(11 - i));
const FILES = [..."abcdefghijk"];

suite("board settings", (stage) => {
  test("with Game Courier's notation selected, the board, moves, tooltips and sentences use it", async () => {
    const person = await stage.person();
    await person.begin();
    assert.deepEqual(await beside(person), [...UP.toReversed(), ...FILES]);
    assert.equal(await tooltip(person, "e9"), "S e9");
    await person.play("e9e8");
    assert.deepEqual([await tooltip(person, "e9"), await tooltip(person, "e8")], ["e9", "S e8"]);

    await openSettings(person);
    await person.choose("Notation", "Game Courier");
    await closeSettings(person);
    assert.deepEqual(await beside(person), [...UP, ...FILES]);
    assert.equal(await tooltip(person, "f11"), "T f1");
    assert.equal(await tooltip(person, "e9"), "e3");
    // Labels differ between notations: g is w in Game Courier's.
    const genius = await person.page.locator('[data-square]').filter({ has: person.page.locator("title", { hasText: /^w / }) }).count();
    assert.equal(genius, 1);
    assert.match(await person.label("e8"), /^e4, White Soldier/);
    assert.deepEqual(await moves(person), ["S e3-e4"]);

    // Every notation can be typed: Game Courier's with and without label, its short form, and the canonical one.
    const type = async (text) => {
      await person.page.getByTestId("typed-move").fill(text);
      await person.page.keyboard.press("Enter");
    };
    for (const [typed, written] of [
      ["s e9-e8", "s e9-e8"],
      ["e4-e5", "S e4-e5"],
      ["s e7", "s e8-e7"],
      ["d9d8", "S d3-d4"],
    ]) {
      const count = (await moves(person)).length;
      await type(typed);
      await person.listed(count + 1);
      assert.equal((await moves(person)).at(-1), written);
    }
    await type("E e9-e8");
    assert.match(await person.page.locator(".problem").innerText(), /e9/);
    // The explanation names squares in Game Courier's notation: the white Toddler cannot pass its own piece.
    await person.click("a3");
    await person.click("a5");
    assert.match(await person.refusal.innerText(), /a9/);

    await person.page.reload();
    await person.seated();
    assert.deepEqual(await beside(person), [...UP, ...FILES]);
    assert.equal((await moves(person))[0], "S e3-e4");
    // The rules text keeps the standard names of squares.
    await person.page.getByRole("tab", { name: "Rules" }).click();
    await person.page.locator("figure svg.board").first().waitFor();
    assert.ok((await beside(person, "figure svg.board")).indexOf("1") < (await beside(person, "figure svg.board")).indexOf("11"));
  });

  test("colours, pieces, size and the side at the bottom are stored on the device", async () => {
    const person = await stage.person();
    await person.begin({ name: "The Toddler" });
    const [before, wide] = [await ground(person), (await person.page.locator(".page svg.board").boundingBox()).width];
    await openSettings(person);
    await person.choose("Board", "Sea");
    await person.choose("Pieces", "Figures");
    await person.choose("Board orientation", "Second player at the bottom");
    await person.choose("Board size", "Small");
    await person.page.getByLabel("Show coordinates").uncheck();
    await closeSettings(person);
    const check = async () => {
      await person.page.waitForFunction((old) => getComputedStyle(document.querySelector(".page svg.board path.dark")).fill !== old, before);
      assert.ok((await person.page.locator(".page svg.board").boundingBox()).width < 0.8 * wide);
      assert.deepEqual(await beside(person), []);
      assert.equal(await person.page.locator(".page svg.board use").count(), 0, "figures, no art");
      assert.equal(await person.page.locator(".page svg.board .piece text").first().count(), 1);
      const [first, second] = [await person.middle("f11"), await person.middle("f1")];
      assert.ok(first.y < second.y, "the second player's side is at the bottom");
    };
    await check();
    await person.page.reload();
    await person.seated();
    await check();
    await person.act("flip");
    assert.ok((await person.middle("f11")).y > (await person.middle("f1")).y);
  });

  test("a table shows the label, name and picture of every piece type, by keyboard, by touch and in French", async () => {
    const [person, phone] = [await stage.person(), await stage.person({ ...PHONE, locale: "fr-FR" })];
    await person.begin({ name: "The Toddler" });
    await openSettings(person);
    const rows = () => settings(person).locator("tbody tr");
    const labels = () => settings(person).locator("tbody .label").allInnerTexts();
    assert.equal(await rows().count(), 10);
    assert.ok((await labels()).includes("G g"));
    assert.match(await rows().filter({ hasText: "Genius" }).innerText(), /G g\s+Genius/);
    await person.tabTo((focus) => focus === "input Standard");
    await person.page.keyboard.press("ArrowRight");
    assert.ok((await labels()).includes("W w") && !(await labels()).includes("G g"));
    // A game without a known preset has the same labels in both notations.
    await person.page.getByTestId("look-game").selectOption({ label: "Chess" });
    assert.deepEqual((await labels())[0], "K k");
    await person.page.keyboard.press("Escape");
    await settings(person).waitFor({ state: "detached" });

    await phone.visit();
    await phone.page.getByRole("button", { name: "Réglages" }).tap();
    await settings(phone).waitFor();
    await phone.choose("Pièces", "Formes");
    await phone.choose("Notation", "Game Courier");
    await phone.page.getByText("Étiquettes, coordonnées et coups dans la notation de Game Courier.").waitFor();
    assert.equal(await settings(phone).locator("tbody tr").count(), 10);
    const { scrollWidth, clientWidth } = await settings(phone).evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
    assert.ok(scrollWidth <= clientWidth, "nothing is cut off");
  });
});
