// The lobby: matching in one click, listed and withdrawn seeks, and challenges by name.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LOST } from "./support/apart.mjs";
import { member } from "./support/member.mjs";
import { OWN_SERVER, suite } from "./support/stage.mjs";

const press = (person) => person.page.getByTestId("play-now").click();
const waits = (person) => person.page.getByTestId("waiting").waitFor();
const seeks = (person) => person.page.getByTestId("seeks").getByTestId("seek");

async function enter(person) {
  person.expected.push(LOST);
  await person.visit("/#lobby");
  await person.page.getByTestId("play-now").waitFor();
}

suite("the lobby", (stage) => {
  test("two users click one button each and get a game against each other", async () => {
    const [one, two] = [await stage.person(), await stage.person()];
    await one.visit();
    await one.page.getByTestId("find-opponent").click();
    await one.page.getByTestId("play-now").waitFor();
    await enter(two);
    await press(one);
    await waits(one);
    await seeks(two).getByText("Guest").waitFor();
    // The first user plays the computer until the opponent has come.
    await one.page.getByTestId("meanwhile").click();
    await one.page.getByTestId("waiting-notice").waitFor();
    await one.seated();
    const meanwhile = one.page.url();
    await one.page.evaluate(() => Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true }));
    await press(two);
    await one.page.waitForURL((url) => url.href !== meanwhile);
    // The title of a hidden page blinks until the user sees it.
    const blinks = "Opponent found!";
    await one.page.waitForFunction((text) => document.title === text, blinks);
    await one.page.waitForFunction((text) => document.title !== text, blinks);
    await one.page.waitForFunction((text) => document.title === text, blinks);
    await one.page.evaluate(() => {
      delete document.visibilityState;
      document.dispatchEvent(new Event("visibilitychange"));
    });
    assert.notEqual(await one.page.title(), blinks);
    await Promise.all([one.seated(), two.seated()]);
    await one.page.getByTestId("waiting-notice").waitFor({ state: "detached" });
    const [first, second] = [await stage.kept(one), await stage.kept(two)];
    assert.equal(first.game, second.game);
    assert.deepEqual([first.seat, second.seat].sort(), ["1", "2"]);
    assert.match(first.pace, /^live /);
  });

  test("a seek is listed, cancelled, and ends when its page is closed", async () => {
    const [one, two] = [await stage.person(), await stage.person({ locale: "fr-FR" })];
    await enter(one);
    await enter(two);
    await two.page.getByText("Aucun défi ouvert pour le moment").waitFor();
    await press(one);
    await waits(one);
    await seeks(two).getByText("Invité").waitFor();
    await one.page.getByRole("button", { name: "Cancel" }).click();
    await seeks(two).waitFor({ state: "detached" });
    await press(one);
    await waits(one);
    await seeks(two).waitFor();
    await one.visit();
    await seeks(two).waitFor({ state: "detached" });
    // A correspondence seek stays, and its game is there when its author returns.
    await enter(one);
    await one.choose("Time control", "Correspondence");
    await press(one);
    await one.page.getByText("The challenge stays open for two weeks. You can leave this page.").waitFor();
    // Until a player accepts, the start page requests no missing game, which would cause console errors.
    await one.visit();
    const met = one.page.waitForResponse((answer) => answer.url().includes("/api/seeks/met"));
    assert.deepEqual(await (await met).json(), { met: [false] });
    await one.visit("/#credits");
    await seeks(two).getByRole("button", { name: "Jouer" }).click();
    await two.seated();
    await one.visit();
    await one.page.locator('a[href^="#game="]').first().click();
    await one.seated();
    assert.equal((await stage.kept(one)).game, (await stage.kept(two)).game);
  });

  test("a player is challenged by name, accepts once and declines once", async () => {
    const [ada, bob] = [await member(stage, "Ada"), await member(stage, "Bob")];
    const challenge = async (name) => {
      await enter(ada);
      await ada.page.getByText("Challenge a player").click();
      await ada.page.getByTestId("challenged").fill(name);
      await ada.page.getByTestId("challenge").click();
    };
    ada.expected.push(/status of 422/);
    await challenge("Nobody at all");
    await ada.page.getByText("No player has this name.").waitFor();
    await ada.page.getByTestId("challenged").fill("bob");
    await ada.page.getByTestId("challenge").click();
    await ada.page.getByText("Waiting for bob").waitFor();
    await bob.visit();
    await bob.page.getByTestId("called").click();
    bob.expected.push(LOST);
    await bob.page.getByText("Ada challenges you").waitFor();
    await bob.page.getByRole("button", { name: "Decline" }).click();
    await bob.page.getByTestId("challenges").waitFor({ state: "detached" });
    await ada.page.reload();
    await ada.page.getByText("Challenge a player").click();
    await ada.page.getByTestId("challenged").fill("Bob");
    await ada.page.getByTestId("challenge").click();
    await bob.page.getByRole("button", { name: "Accept" }).click();
    await Promise.all([ada.seated(), bob.seated()]);
    assert.deepEqual([...(await stage.kept(ada)).names].sort(), ["Ada", "Bob"]);
  });
}, OWN_SERVER);
