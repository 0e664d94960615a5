// Games with warnings or without enforcement, on one screen and two devices, through a restart of the server.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LOST, pair } from "./support/apart.mjs";
import { OWN_SERVER, suite } from "./support/stage.mjs";

/** Opens a game with a level of enforcement for two players on one screen. */
async function alone(stage, name, degree, options) {
  const person = await stage.person(options);
  await person.visit();
  await person.page.getByRole("button", { name, exact: true }).click();
  await person.choose("Opponent", "Two players on one screen");
  await person.choose("Rule enforcement", degree);
  await person.page.getByTestId("begin").click();
  await person.seated();
  // Typing before the game is ready shows a message.
  await person.sent();
  return person;
}

const id = (person, name) => person.page.getByTestId(name);
const legs = (person) => id(person, "legs").locator("li").allTextContents();
const moves = async (stage, person) => (await stage.kept(person)).moves;

suite("manual moves", (stage) => {
  test("are played by click, drag and text in a game with warnings, and marked in the list if they are illegal", async () => {
    const person = await alone(stage, "Chess", "Warnings");
    await id(person, "degree").getByText("can be played anyway").waitFor();
    await person.click("e2", "e4");
    await person.listed(1);
    // By click: the reasons are shown, and another move can be chosen.
    await person.click("e7", "e4");
    await person.refusal.getByText("Illegal move").waitFor();
    await id(person, "choose-another").click();
    await person.refusal.waitFor({ state: "detached" });
    await person.listed(1);
    await person.click("e7", "e4");
    await id(person, "insist").click();
    await person.listed(2);
    assert.equal(await id(person, "insisted").count(), 1);
    assert.match(await person.page.locator("[data-ply='2']").textContent(), /played against the rules/);
    // By drag.
    await person.drag("d1", "d4");
    await id(person, "insist").click();
    await person.listed(3);
    // By text in several steps; a label of another piece is rejected, and so is removing a square.
    const type = async (text) => {
      await id(person, "typed-move").fill(text);
      await person.page.keyboard.press("Enter");
    };
    await type("q e4-e3");
    await person.page.getByText("he piece on e4 is p, not q").first().waitFor();
    assert.equal(await id(person, "insist").count(), 0);
    await type("-a3");
    await person.page.getByText("cannot be removed or added in a game with rules").first().waitFor();
    assert.equal(await id(person, "insist").count(), 0);
    await type("p e4-e3; n-d4");
    await id(person, "insist").click();
    await person.listed(4);
    assert.deepEqual(await moves(stage, person), ["e2e4", "~pe7-e4", "~Qd1-d4", "~pe4-e3;n-d4"]);
    // While the position is legal, targets are shown as usual.
    await person.click("g1", "f3");
    await person.listed(5);
    await person.page.reload();
    await person.listed(5);
    assert.equal(await id(person, "insisted").count(), 3);
    await person.page.locator("[data-ply='3']").click();
    assert.match(await person.label("d4"), /Queen/);
    await person.page.getByRole("button", { name: "Back to the game" }).click();
    await person.act("takeback");
    await person.listed(4);
  });

  test("are sent and protested in a game without enforcement on two devices, and not lost if the server is killed", async () => {
    const { host, friend, toWatch } = await pair(stage, "The Toddler", { degree: "free" });
    const watcher = await stage.person();
    watcher.expected.push(LOST);
    await watcher.visit(toWatch);
    await watcher.seated();
    // No targets are shown, and anything can be moved.
    await host.click("e9");
    assert.equal(await host.page.locator(".board [data-targets]").count(), 0);
    await host.click("e6");
    assert.deepEqual(await legs(host), ["S e9-e6"]);
    await id(host, "ask").click();
    await id(host, "judgement").getByText("Illegal.").waitFor();
    await id(host, "undo-leg").click();
    await id(host, "legs").waitFor({ state: "detached" });
    await host.drag("e9", "e5");
    await id(host, "put-C").click();
    await host.click("e6");
    await id(host, "put-C").click();
    assert.deepEqual(await legs(host), ["S e9-e5", "C-e6"]);
    // All sent events have arrived by then.
    assert.deepEqual(await moves(stage, host), [], "nothing is sent before the user sends the turn");
    await id(host, "send").click();
    for (const person of [host, friend, watcher]) await person.listed(1);
    assert.equal(await id(watcher, "protest").count(), 0);

    await stage.server.kill();
    await stage.server.start();
    await id(friend, "protest").click();
    for (const person of [host, friend, watcher]) {
      await id(person, "protested").getByText("S e9-e5; C-e6 is illegal").waitFor();
      await person.listed(0);
    }
    assert.match(await host.label("e9"), /Soldier/);
    // A repeated protest is rejected.
    host.expected.push(/status of 422/);
    await id(host, "typed-move").fill("S e9-e5; C-e6");
    await host.page.keyboard.press("Enter");
    await id(host, "send").click();
    await host.page.getByText("another move must be played").waitFor();
    await host.listed(0);
    // A protest against a legal turn has no effect.
    await host.click("e9", "e8");
    await id(host, "send").click();
    await friend.listed(1);
    await id(friend, "protest").click();
    for (const person of [host, friend]) await id(person, "protested").getByText("is legal and stands").waitFor();
    assert.equal(await id(friend, "protest").count(), 0);

    // While squares are missing, moves cannot be checked.
    await id(friend, "tool-cut").click();
    await friend.click("f6");
    await id(friend, "tool-cut").click();
    await friend.click("f1", "f2");
    await id(friend, "send").click();
    await host.listed(2);
    assert.equal(await host.square("f6").locator(".gone").count(), 1);
    await host.click("e8", "e7");
    await id(host, "send").click();
    await friend.listed(3);
    await id(friend, "protest").click();
    await id(friend, "judgement").getByText("This move cannot be checked").waitFor();
    await friend.listed(3);
    await id(friend, "tool-back").click();
    await friend.click("f6");
    await id(friend, "send").click();
    await host.listed(4);
    assert.equal(await host.square("f6").locator(".gone").count(), 0);
    await host.page.locator("[data-ply='2']").click();
    await host.square("f6").locator(".gone").waitFor();
    await host.page.getByRole("button", { name: "Back to the game" }).click();
    const played = ["~Se9-e8", "~-f6;gf1-f2", "~Se8-e7", "~@-f6"];
    const known = await moves(stage, friend);
    assert.deepEqual([known.length, known[0], known[2], known[3]], [4, played[0], played[2], played[3]]);

    // Takebacks, draws and rematches work; the rematch has no enforcement either.
    await host.act("takeback");
    await friend.page.getByRole("button", { name: "Accept" }).click();
    for (const person of [host, friend]) await person.listed(2);
    await host.act("draw");
    await friend.page.getByRole("button", { name: "Accept" }).click();
    await friend.page.getByRole("button", { name: "Accept draw" }).click();
    await host.page.getByText("Draw by agreement").first().waitFor();
  });

  test("can be typed in every form of Game Courier's notation without enforcement, and can remove pieces", async () => {
    const person = await alone(stage, "Chess", "Off");
    const type = async (text) => {
      await id(person, "typed-move").fill(text);
      await person.page.keyboard.press("Enter");
    };
    const problem = (text) => person.page.locator("form .problem").filter({ hasText: text }).waitFor();
    await type("Q e2-e4");
    await problem("he piece on e2 is P, not Q");
    await type("e5-e6");
    await problem("There is no piece on e5");
    await type("resign");
    await problem("use the game's controls instead");
    await type("N*f6");
    await problem("This game has no pieces in hand");
    const turns = [
      ["P e2-e4; Q-e4 // promoted at once", ["P e2-e4", "Q-e4"], "~Pe2-e4;Q-e4"],
      ["d7-d5", ["p d7-d5"], "~pd7-d5"],
      ["N-f6", ["N-f6"], "~N-f6"],
      ["e4-", ["e4-"], "~e4-"],
      ["@-f6", ["@-f6"], "~@-f6"],
      ["-a3", ["-a3"], "~-a3"],
      ["@-a3", ["@-a3"], "~@-a3"],
    ];
    for (const [index, [text, written]] of turns.entries()) {
      await type(text);
      await id(person, "legs").locator("li").nth(written.length - 1).waitFor();
      assert.deepEqual(await legs(person), written);
      await id(person, "send").click();
      await person.listed(index + 1);
    }
    // A removed square can be restored with a piece; the tool removes one.
    await type("-a3");
    await id(person, "send").click();
    await person.square("a3").locator(".gone").waitFor();
    await type("q-a3");
    await id(person, "send").click();
    await person.square("a3").locator(".gone").waitFor({ state: "detached" });
    await id(person, "tool-erase").click();
    await person.click("a3");
    assert.deepEqual(await legs(person), ["a3-"]);
    await id(person, "send").click();
    await type("pass");
    const count = turns.length + 4;
    await person.listed(count);
    const kept = await moves(stage, person);
    assert.deepEqual(kept, [...turns.map(([, , turn]) => turn), "~-a3", "~q-a3", "~a3-", "~pass"]);
  });

  test("are rejected with an explanation if the rules are enforced", async () => {
    const person = await stage.person();
    await person.begin({ name: "Chess" });
    for (const [text, said] of [
      ["Q e2-e4", "he piece on e2 is P, not Q"],
      ["-e4", "The space e4 cannot be removed or added in a game with rules"],
      ["P e2-e5", "e2"],
      ["Q-e4", "no legal move makes these changes"],
      ["e2-", "no legal move makes these changes"],
      ["Q*e4", "This game has no pieces in hand"],
    ]) {
      await id(person, "typed-move").fill(text);
      await person.page.keyboard.press("Enter");
      await person.page.locator("form .problem").filter({ hasText: new RegExp(said, "i") }).waitFor();
      await person.listed(0);
    }
    // A capture in short notation.
    for (const [text, count] of [["P e4", 1], ["p d5", 2], ["Px", 3]]) {
      await id(person, "typed-move").fill(text);
      await person.page.keyboard.press("Enter");
      await person.listed(count);
    }
    assert.deepEqual(await moves(stage, person), ["e2e4", "d7d5", "e4d5"]);
  });

  test("are possible in games with warnings and without enforcement that start from a Game Courier code", async () => {
    for (const degree of ["Off", "Warnings"]) {
      const person = await stage.person();
      await person.visit();
      await person.choose("Opponent", "Two players on one screen");
      await person.choose("Rule enforcement", degree);
      await person.paste("Custom position", "Position", "mxlewtiflmx/*/ssssscsssss55/SSSS1CSSSSS/*/XMLFITWELXM");
      await person.page.getByTestId("begin").click();
      await person.seated();
      assert.doesNotMatch(await person.label("e9"), /Soldier/);
      await person.click("d9", "d5");
      await id(person, "insist").or(id(person, "send")).click();
      await person.listed(1);
      assert.deepEqual(await moves(stage, person), ["~Sd9-d5"]);
    }
  });

  test("are played by keyboard and by touch without enforcement", async () => {
    const person = await alone(stage, "Chess", "Off", { hasTouch: true, viewport: { width: 390, height: 844 } });
    for (const square of ["e2", "e5"]) {
      await person.square(square).scrollIntoViewIfNeeded();
      await person.tap(square);
    }
    await id(person, "send").tap();
    await person.listed(1);
    await person.square("e5").focus();
    await person.page.keyboard.press("Enter");
    await person.page.keyboard.press("ArrowUp");
    await person.page.keyboard.press("Enter");
    assert.deepEqual(await legs(person), ["P e5-e6"]);
    await person.page.keyboard.press("Escape");
    await id(person, "legs").waitFor({ state: "detached" });
    await id(person, "hand-pass").click();
    await person.listed(2);
    assert.deepEqual(await moves(stage, person), ["~Pe2-e5", "~pass"]);
  });
}, OWN_SERVER);
