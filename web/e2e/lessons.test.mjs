// Lessons: exercises, feedback on wrong and illegal moves, hints and progress.
import assert from "node:assert/strict";
import { test } from "node:test";
import { suite } from "./support/stage.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const answer = (person) => person.page.getByTestId("answer");
const heading = (person, name) => answer(person).getByRole("heading", { name, exact: true });

/** Completes the first lesson. */
async function finish(person) {
  for (const [from, to] of [["g8", "f7"], ["e9", "e6"], ["h5", "e2"]]) {
    await person.click(from, to);
    await heading(person, "Well done!").waitFor();
    if (from !== "h5") await person.page.getByTestId("next").click();
    await heading(person, from === "h5" ? "Well done!" : "Your turn").waitFor();
  }
}

suite("lessons", (stage) => {
  test("the first lesson on a phone: a wrong move, undo, a hint, the right move, and the next exercise", async () => {
    const person = await stage.person(PHONE);
    await person.visit();
    await person.page.getByRole("link", { name: "Learn in 2 minutes" }).click();
    await person.page.getByRole("heading", { name: "The Angel protects" }).waitFor();
    await person.seated();
    const { width } = await person.square("e6").locator("> .face").boundingBox();
    assert.ok(width >= 53.5, `squares are ${width} wide`);
    // A legal but wrong move gets feedback.
    await person.tap("g8");
    await person.tap("g4");
    await heading(person, "Not yet").waitFor();
    await answer(person).getByText("The Angel is too far away").waitFor();
    // The board is locked until it is undone.
    await person.page.getByTestId("take-back").click();
    await heading(person, "Your turn").waitFor();
    assert.match(await person.label("g8"), /Guardian Angel/);
    // An illegal move is explained by the rules.
    await person.tap("g8");
    await person.tap("e7");
    await heading(person, "Illegal move").waitFor();
    await person.page.getByTestId("hint").click();
    await heading(person, "Hint").waitFor();
    await answer(person).getByText("Which square next to").waitFor();
    await person.page.getByTestId("hint").click();
    assert.ok(await person.page.getByTestId("hint").isDisabled());
    await person.tap("g8");
    await person.tap("f7");
    await heading(person, "Well done!").waitFor();
    assert.equal(await person.page.locator("svg.board [data-aura=shelter]").count(), 1, "the shelter is drawn");
    await person.page.getByTestId("next").click();
    await person.page.getByTestId("task").getByText("all her neighbours").waitFor();
    await person.tap("e9");
    await person.tap("e6");
    await person.page.getByTestId("next").click();
    await person.page.getByTestId("task").getByText("Now win").waitFor();
    await person.tap("h5");
    await person.tap("e2");
    await answer(person).getByText("You have won").waitFor();
    await person.page.getByTestId("next-lesson").waitFor();
    // Progress is stored on the device.
    await person.page.getByRole("link", { name: "All lessons" }).first().click();
    await person.page.getByText("1 of").waitFor();
    await person.page.reload();
    const first = person.page.locator("[data-lesson=angel]");
    assert.match(await first.innerText(), /completed/);
    await person.page.getByTestId("go-on").click();
    await person.page.getByRole("heading", { name: "The Genius neutralises" }).waitFor();
    // Nothing is wider than the screen.
    assert.equal(await person.page.evaluate(() => document.documentElement.scrollWidth), 390);
  });

  test("a lesson fits in the window of a phone, however long the feedback", async () => {
    const person = await stage.person({ viewport: { width: 390, height: 667 }, hasTouch: true });
    await person.visit("/#learn=toddler/angel");
    await person.seated();
    const page = () => person.page.evaluate(() => [document.documentElement.scrollHeight, scrollY, document.querySelector(".lesson svg.board").getBoundingClientRect().height]);
    const before = await page();
    assert.deepEqual(before.slice(0, 2), [667, 0]);
    await person.tap("g8");
    await person.tap("e7");
    await heading(person, "Illegal move").waitFor();
    // However long the message is.
    await answer(person).locator("p").first().evaluate((said) => (said.textContent = said.textContent.repeat(5)));
    assert.deepEqual(await page(), before);
    assert.ok(await person.page.getByTestId("hint").isVisible());
  });

  test("a lesson can be completed by keyboard, with announcements", async () => {
    const person = await stage.person();
    await person.visit("/#learn=toddler/angel");
    await person.seated();
    await person.square("g8").focus();
    await person.page.keyboard.press("Enter");
    await person.walk("g4");
    await person.page.keyboard.press("Enter");
    await heading(person, "Not yet").waitFor();
    assert.equal(await answer(person).getAttribute("aria-live"), "polite");
    // The focus is on the next button, and returns to the board.
    await person.page.locator("[data-testid=take-back]:focus").waitFor();
    await person.page.keyboard.press("Enter");
    await heading(person, "Your turn").waitFor();
    await person.square("g8").focus();
    await person.page.keyboard.press("Enter");
    await person.walk("f7");
    await person.page.keyboard.press("Enter");
    await person.page.locator("[data-testid=next]:focus").waitFor();
    await person.page.keyboard.press("Enter");
    await person.page.getByTestId("task").getByText("all her neighbours").waitFor();
  });

  test("the rules cited for an illegal move open above the lesson, which does not change", async () => {
    const person = await stage.person(PHONE);
    await person.visit("/#learn=toddler/angel");
    await person.seated();
    await person.tap("g8");
    await person.tap("e7");
    await heading(person, "Illegal move").waitFor();
    await person.page.locator("[data-testid=lesson-board] ~ .sheet [data-rule]").first().click();
    const rules = person.page.getByTestId("rules-over");
    await rules.locator("h3, h4").first().waitFor();
    assert.match(person.page.url(), /#learn=toddler\/angel$/);
    await rules.getByRole("button", { name: "Close" }).click();
    await rules.waitFor({ state: "detached" });
    await heading(person, "Illegal move").waitFor();
    // The Back button closes the rules only.
    await person.page.locator("[data-testid=lesson-board] ~ .sheet [data-rule]").first().click();
    await rules.waitFor();
    await person.page.goBack();
    await rules.waitFor({ state: "detached" });
    await heading(person, "Illegal move").waitFor();
    assert.match(person.page.url(), /#learn=toddler\/angel$/);
  });

  test("a change of language in the middle of a lesson keeps the step", async () => {
    const person = await stage.person();
    await person.visit("/#learn=toddler/angel");
    await person.seated();
    await person.click("g8", "f7");
    await person.page.getByTestId("next").click();
    await person.page.getByTestId("task").getByText("all her neighbours").waitFor();
    await person.page.getByRole("button", { name: "Français" }).click();
    await person.page.getByTestId("task").getByText("tous ses voisins").waitFor();
    await person.page.getByRole("img", { name: "Exercice 2 sur 3" }).waitFor();
  });

  test("a touch on a word marks its square", async () => {
    const person = await stage.person(PHONE);
    await person.visit("/#learn=toddler/angel");
    await person.seated();
    const marked = person.page.locator("svg.board .highlighted");
    assert.equal(await marked.count(), 0);
    const { x, y, width, height } = await person.page.getByTestId("task").locator(".named").first().boundingBox();
    await person.page.touchscreen.tap(x + width / 2, y + height / 2);
    await marked.waitFor();
    await marked.waitFor({ state: "detached" });
  });

  test("a lesson can be switched to French at any step", async () => {
    const person = await stage.person({ locale: "fr-FR" });
    await person.visit("/#learn=toddler");
    await person.page.getByRole("heading", { name: /^Leçons\s: The Toddler$/ }).waitFor();
    await person.page.getByTestId("go-on").click();
    await person.page.getByRole("heading", { name: "L'Ange protège" }).waitFor();
    await person.click("g8", "g4");
    await heading(person, "Pas encore").waitFor();
    await answer(person).getByText("L’Ange est trop loin pour protéger votre Soldat.").waitFor();
  });

  test("the last lesson leads to a game against the weakest computer level", async () => {
    const person = await stage.person();
    await person.visit("/#learn=toddler/win");
    await person.seated();
    await person.click("e3", "a3");
    await person.page.getByTestId("play-level").click();
    await person.page.waitForURL(/#game=/);
    await person.seated();
  });

  test("a returning user continues at the same step, and can change the language there", async () => {
    const person = await stage.person(PHONE);
    await person.visit("/#learn=toddler/angel");
    await person.seated();
    await person.click("g8", "f7");
    await person.page.getByTestId("next").click();
    const task = person.page.getByTestId("task");
    await task.getByText("all her neighbours").waitFor();
    await person.page.reload();
    await task.getByText("all her neighbours").waitFor();
    await person.page.getByRole("button", { name: "Français" }).click();
    await person.page.getByText("À vous de jouer").or(person.page.getByText("À vous")).first().waitFor();
    await person.page.getByRole("button", { name: "English" }).click();
    await person.click("e9", "e6");
    await heading(person, "Well done!").waitFor();
    await person.page.getByTestId("next").click();
    await task.getByText("Now win").waitFor();
  });

  test("an unknown game shows an error and links to the games", async () => {
    const person = await stage.person();
    for (const page of ["learn", "rules"]) {
      await person.visit(`/#${page}=nonesuch`);
      await person.page.getByRole("heading", { name: "Game not found" }).waitFor();
      await person.page.getByRole("link", { name: "Chess", exact: true }).click();
      await person.page.waitForURL(`**/#${page}=chess`);
      await person.page.getByRole("heading", { name: "Chess" }).first().waitFor();
    }
  });

  test("leaving the list of lessons before their titles are loaded causes no error", async () => {
    const person = await stage.person();
    await person.visit();
    let release;
    const released = new Promise((resolve) => (release = resolve));
    await person.page.route(/\/lessons-chess-[^/]*\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    const asked = person.page.waitForRequest(/\/lessons-chess-[^/]*\.js$/);
    await person.visit("/#learn=chess");
    await person.page.getByRole("heading", { name: "Learn Chess" }).waitFor();
    await asked;
    await person.visit("/#rules=chess");
    await person.page.getByTestId("rules-play").waitFor();
    const heard = person.page.waitForResponse(/\/lessons-chess-[^/]*\.js$/);
    release();
    await (await heard).finished();
    // Any error has occurred by then; the console is checked at the end of the test.
    await person.drawn();
  });

  test("an unknown lesson shows an error and links to the list", async () => {
    const person = await stage.person();
    await person.visit("/#learn=toddler/nonesuch");
    await person.page.getByRole("alert").getByText("Lesson not found.").waitFor();
    await person.page.getByRole("link", { name: "All lessons of this game" }).click();
    await person.page.locator("[data-lesson]").first().waitFor();
    await person.page.getByTestId("go-on").click();
    await finish(person);
  });
});
