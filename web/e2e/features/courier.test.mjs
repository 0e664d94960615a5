// Game Courier games imported as games with warnings or without enforcement, and exported again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { suite } from "../support/stage.mjs";

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };
/** Black's second turn is illegal; White's third removes a square. */
const LOG = "S e3-e4\ns e9-e6 // oh\n-d6\ns d9-d8\n";

const id = (person, name) => person.page.getByTestId(name);
const copied = (person) => person.page.evaluate(() => navigator.clipboard.readText());
const problem = (person, part) => person.page.locator("#paste-problem", { hasText: part }).waitFor();
const gone = (person, square) => person.square(square).locator(".gone");
const moves = async (stage, person) => (await stage.kept(person)).moves;

async function copy(person, what) {
  await person.act(`copy-${what}`);
  return copied(person);
}

async function alone(person) {
  await person.visit();
  await person.choose("Opponent", "Two players on one screen");
  await person.choose("Rule enforcement", "Enforced");
}

async function begin(person) {
  await id(person, "begin").click();
  await person.seated();
}

suite("Game Courier", (stage) => {
  test("a log with a removed square and an illegal turn is imported as a game without enforcement", async () => {
    const person = await stage.person(CLIPBOARD);
    await person.visit();
    await person.choose("Opponent", "Computer");
    await person.paste("Existing game", "Game", LOG);
    // With enforced rules it ends at the first illegal turn.
    await problem(person, "Turn 2, “s e9-e6 // oh”:");
    await id(person, "import-report").getByText("1 legal move read.").waitFor();
    // A game with warnings keeps its squares.
    await person.choose("Import the game", "Warnings");
    await problem(person, "Turn 3, “-d6”: The space d6 cannot be removed or added");
    await id(person, "import-report").getByText("2 turns imported.").waitFor();
    await id(person, "first-refused").getByText("Turn 2, “s e9-e6 // oh”:").waitFor();
    // A game without enforcement contains everything, and is for two people.
    await person.choose("Import the game", "Off");
    await id(person, "import-report").getByText("4 turns imported.").waitFor();
    await id(person, "first-refused").getByText("Turn 2").waitFor();
    assert.equal(await person.page.locator("#paste-problem").textContent(), "");
    assert.equal(await person.page.locator(".preview .face.gone").count(), 1);
    await begin(person);
    await person.listed(4);
    assert.equal(await gone(person, "d6").count(), 1);
    assert.match(await person.label("e6"), /Soldier/);
    await person.click("f9", "f8");
    await id(person, "send").click();
    await person.listed(5);
    const played = ["~Se9-e8", "~se3-e6", "~-d6", "~sd3-d4", "~Cf9-f8"];
    assert.deepEqual(await moves(stage, person), played);
    await person.page.reload();
    await person.listed(5);
    assert.equal(await gone(person, "d6").count(), 1);

    // The exported game can be imported with its own enforcement and continued; so can the Game Courier export.
    const [game, turns] = [await copy(person, "game"), await copy(person, "courier")];
    assert.match(game, /^toddler:\S+ free\n.*\n~Se9-e8 ~se3-e6 ~-d6/);
    assert.equal(turns, "S e3-e4\ns e9-e6\n-d6\ns d9-d8\nC f3-f4\n");
    await person.visit();
    await person.choose("Opponent", "Computer");
    await person.choose("Opponent", "Two players on one screen");
    await person.choose("Rule enforcement", "Enforced");
    await person.paste("Existing game", "Game", game);
    await id(person, "import-report").getByText("5 turns imported.").waitFor();
    assert.ok(await person.page.getByRole("group", { name: "Rule enforcement" }).getByRole("radio", { name: "Off", exact: true }).isChecked());
    await begin(person);
    await person.listed(5);
    assert.deepEqual(await moves(stage, person), played);
    assert.equal(await gone(person, "d6").count(), 1);
  });

  test("a game with warnings imports and marks illegal moves, and can be changed to no enforcement", async () => {
    const person = await stage.person(CLIPBOARD);
    await person.visit();
    await person.page.getByRole("button", { name: "Chess", exact: true }).click();
    await person.choose("Opponent", "Two players on one screen");
    await person.paste("Existing game", "Game", "P e2-e4\np e7-e4\nP d2-d4\n");
    await person.choose("Import the game", "Warnings");
    await id(person, "import-report").getByText("3 turns imported.").waitFor();
    await begin(person);
    await person.listed(3);
    assert.equal(await id(person, "insisted").count(), 1);
    assert.deepEqual(await moves(stage, person), ["e2e4", "~pe7-e4", "d2d4"]);
    const game = await copy(person, "game");
    await person.visit();
    await person.page.getByRole("button", { name: "Chess", exact: true }).click();
    await person.paste("Existing game", "Game", game);
    await id(person, "import-report").getByText("3 turns imported.").waitFor();
    await person.choose("Rule enforcement", "Off");
    await begin(person);
    await person.listed(3);
    assert.deepEqual(await moves(stage, person), ["~Pe2-e4", "~pe7-e4", "~Pd2-d4"]);
  });

  test("a game with a friend starts with the imported manual turns", async () => {
    const [host, friend] = [await stage.person(), await stage.person()];
    await host.visit();
    await host.choose("Opponent", "With a friend");
    await host.choose("Rule enforcement", "Off");
    await host.paste("Existing game", "Game", LOG);
    await id(host, "import-report").getByText("continues after these turns").waitFor();
    await id(host, "begin").click();
    const link = await id(host, "link-friend").inputValue();
    await host.page.keyboard.press("Escape");
    await friend.visit(link);
    for (const person of [host, friend]) {
      await person.listed(4);
      assert.equal(await gone(person, "d6").count(), 1);
    }
    await host.click("f9", "f8");
    await id(host, "send").click();
    await friend.listed(5);
    await id(friend, "tool-back").click();
    await friend.click("d6");
    await id(friend, "send").click();
    await host.listed(6);
    assert.equal(await gone(host, "d6").count(), 0);
  });

  test("a code with a removed square starts a game without enforcement, and its Game Courier export has that position", async () => {
    const code = "mxlewtiflmx/*/ssssscsssss/5-5/44/SSSSSCSSSSS/*/XMLFITWELXM";
    const person = await stage.person(CLIPBOARD);
    await alone(person);
    await person.paste("Custom position", "Position", code);
    await problem(person, "The space f4 is missing, but the rules require it");
    await person.choose("Rule enforcement", "Off");
    await id(person, "by-hand").getByText("can be played with manual moves").waitFor();
    assert.equal(await person.page.locator(".preview .face.gone").count(), 1);
    await begin(person);
    assert.equal(await gone(person, "f4").count(), 1);
    await person.click("e9", "e8");
    await id(person, "send").click();
    await person.listed(1);
    const text = await copy(person, "courier");
    assert.match(text, /^\$default\['game'\] = 'The Toddler';\n/);
    assert.match(text, /\nS e3-e4\nNOW;\n$/);
    await person.page.keyboard.press("Home");
    assert.equal(await gone(person, "f4").count(), 1);

    await alone(person);
    await person.paste("Existing game", "Game", text);
    await problem(person, "The rules refuse this position: the space f4 is missing, but the rules require it");
    await person.choose("Import the game", "Off");
    await id(person, "import-report").getByText("1 turn imported.").waitFor();
    await begin(person);
    await person.listed(1);
    assert.equal(await gone(person, "f4").count(), 1);
    assert.equal(await copy(person, "courier"), text);
  });

  test("an export of a game from a custom position has the position and the side to move", async () => {
    const position = "anpegtwipan/11/ssssscsssss/11/11/11/11/11/SSSS1CSSSSS/11/NAPIWTGEPNA b -";
    const person = await stage.person(CLIPBOARD);
    await person.begin({ position });
    await person.play("d3d4");
    await person.listed(1);
    const text = await copy(person, "courier");
    assert.match(text, /'entourage'.* b -';/);
    await person.beginOnPage({ game: text });
    await person.listed(1);
    assert.equal(await copy(person, "courier"), text);
    assert.deepEqual(await moves(stage, person), ["d3d4"]);
  });

  test("errors in a pasted position name squares in the selected notation", async () => {
    const person = await stage.person();
    await person.visit();
    await person.paste("Custom position", "Position", "t9E/11/11/11/11/11/11/11/11/11/T10 w -");
    await problem(person, "its Toddler on a1 is attacked from k1");
    await person.openSettings();
    await person.choose("Notation", "Game Courier");
    await id(person, "settings").getByRole("button", { name: "Close" }).click();
    await problem(person, "its Toddler on a11 is attacked from k11");
  });
});
