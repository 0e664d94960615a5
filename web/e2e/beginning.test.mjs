// Starting positions: pasted, set up on a board, or from a game played elsewhere; and playing both sides.
import assert from "node:assert/strict";
import { test } from "node:test";
import { playthrough } from "./support/playthrough.mjs";
import { BLACK_WINS_NEXT, CAPTAIN, WHITE_WINS_NEXT } from "./support/positions.mjs";
import { suite } from "./support/stage.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The start of the preset, and the same without White's Soldier on e3. */
const PRESET = "mxlewtiflmx/*/ssssscsssss55/SSSSSCSSSSS/*/XMLFITWELXM";
const CODE = "mxlewtiflmx/*/ssssscsssss55/SSSS1CSSSSS/*/XMLFITWELXM";

const editor = (person) => person.page.getByTestId("editor");
const verdict = (person) => person.page.getByTestId("verdict");
const editorText = (person) => person.page.getByTestId("editor-text").inputValue();
const copied = (person) => person.page.evaluate(() => navigator.clipboard.readText());
const report = (person) => person.page.getByTestId("import-report");

const option = (person, name) => editor(person).getByRole("radio", { name, exact: true });

/** A square of the editor's board, not of the one behind the dialog. */
async function point(person, square) {
  const box = await editor(person).locator(`[data-square="${square}"] > .face`).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function press(person, ...squares) {
  for (const square of squares) {
    const { x, y } = await point(person, square);
    await person.page.mouse.click(x, y);
  }
}

async function openEditor(person, name) {
  await person.visit();
  if (name) await person.page.getByRole("button", { name, exact: true }).click();
  await person.choose("Opponent", "Two players on one screen");
  await person.page.locator("summary", { hasText: "More options" }).click();
  await person.choose("Starting position", "Custom position");
  await person.page.getByTestId("set-up").click();
  await editor(person).waitFor();
}

async function begin(person) {
  await person.page.getByTestId("begin").click();
  await person.seated();
}

const position = async (person) => {
  await person.act("copy-position");
  return copied(person);
};

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

suite("starting positions", (stage) => {
  test("a random start is in the spec, with or without a chosen number", async () => {
    const person = await stage.person(CLIPBOARD);
    const open = async () => {
      await person.visit();
      await person.page.getByRole("button", { name: "Chess", exact: true }).click();
      await person.choose("Opponent", "Two players on one screen");
      await person.page.locator("summary", { hasText: "More options" }).click();
      await person.choose("Start", "Chess960");
    };
    await open();
    await person.page.getByTestId("lot").fill("0");
    await begin(person);
    assert.match(await position(person), /^bbqnnrkr\/pppppppp\/.* w HFhf - 0 1$/);
    await person.page.reload();
    await person.seated();
    assert.match(await position(person), /^bbqnnrkr\//);
    await open();
    await begin(person);
    const [rank] = (await position(person)).split("/");
    assert.equal([...rank].sort().join(""), "bbknnqrr");
    assert.ok(rank.indexOf("r") < rank.indexOf("k") && rank.indexOf("k") < rank.lastIndexOf("r"), rank);
  });

  test("a Game Courier preset code is recognised as a position, and errors in it are located", async () => {
    const person = await stage.person(CLIPBOARD);
    await person.visit();
    await person.choose("Opponent", "Two players on one screen");
    await person.paste("Custom position", "Position", CODE);
    await person.page.getByTestId("read-as").getByText("White to move").waitFor();
    await begin(person);
    assert.equal(await position(person), "anpegtwipan/11/ssssscsssss/11/11/11/11/11/SSSS1CSSSSS/11/NAPIWTGEPNA w -");
    await person.play("d9d8");
    await person.listed(1);

    await person.visit();
    for (const [text, part] of [
      [CODE.replace("SSSS1C", "SSSSzC"), "“z” at character 33: No piece"],
      [CODE.replace("SSSS1C", "SSSSC"), "missing"],
      [CODE.replace("T", "1"), "a Toddler is missing"],
      ["anpegtwipan/11 w -", "only 2 of 11 rows"],
      ["x y", "x"],
    ]) {
      if (!(await person.page.getByTestId("paste-position").isVisible())) await person.paste("Custom position", "Position", text);
      else await person.page.getByRole("textbox", { name: "Position" }).fill(text);
      const problem = person.page.locator("#paste-problem");
      await problem.filter({ hasText: new RegExp(part.replace("No piece", ".o piece"), "i") }).waitFor();
      await person.page.getByTestId("begin").click();
      assert.ok(await person.page.getByTestId("begin").isVisible(), "no game starts from an invalid position");
    }
  });

  test("a game with a friend, its rematch and a public invitation start from the same position", async () => {
    const [host, friend, third] = [await stage.person(), await stage.person(), await stage.person()];
    await host.visit();
    await host.choose("Opponent", "With a friend");
    await host.paste("Custom position", "Position", WHITE_WINS_NEXT);
    await host.page.getByTestId("begin").click();
    await host.seated();
    const link = await host.page.getByTestId("link-friend").inputValue();
    await host.page.keyboard.press("Escape");
    await friend.page.goto(link);
    await friend.seated();
    assert.match(await friend.label("b3"), /White Empress/);
    await host.play("b3b1");
    for (const person of [host, friend]) await person.result.getByText("White wins").first().waitFor();
    await friend.result.getByRole("button", { name: "Rematch" }).click();
    await host.result.getByTestId("offer").getByRole("button", { name: "Accept" }).waitFor();
    assert.equal(await host.result.getByRole("button", { name: "Rematch" }).count(), 0, "the offer is answered, not repeated");
    await host.result.getByRole("button", { name: "View the board" }).click();
    await host.page.getByTestId("offer").getByRole("button", { name: "Accept" }).click();
    for (const person of [host, friend]) {
      await person.listed(0);
      assert.match(await person.label("b3"), /White Empress/);
    }
    await friend.status.getByText("You · White").waitFor();

    await host.visit();
    await host.unfold();
    await host.page.getByTestId("open").check();
    await host.paste("Custom position", "Position", CAPTAIN);
    await host.page.getByTestId("begin").click();
    await host.seated();
    await third.visit();
    const row = third.page.getByTestId("invitations").getByRole("listitem").filter({ hasText: "from a custom position" });
    await row.locator("svg.board").waitFor();
    await row.getByRole("button").click();
    await third.seated();
    assert.match(await third.label("f5"), /White Captain/);
  });

  test("a position is set up with the mouse in every game, and errors are shown at once with their squares", async () => {
    const person = await stage.person(CLIPBOARD);
    await openEditor(person, "The Toddler");
    await verdict(person).getByText("Legal starting position.").waitFor();
    await person.page.getByTestId("clear").click();
    await verdict(person).getByText("A Toddler is missing").waitFor();
    assert.equal(await editorText(person), "11/11/11/11/11/11/11/11/11/11/11 w -");
    assert.ok(await person.page.getByTestId("use-position").isDisabled());
    await option(person, "Place White Toddler").check();
    await press(person, "a11");
    await option(person, "Place Black Toddler").check();
    await press(person, "k1", "c3");
    await verdict(person).getByText("Problem squares, marked on the board: k1, c3.").waitFor();
    assert.equal(await editor(person).locator(".blamed").count(), 2);
    await press(person, "c3");
    await option(person, "Place White Emperor").check();
    await press(person, "k5");
    await verdict(person).getByText(/not to move is in Threat.*Problem squares, marked on the board: k1, k5/i).waitFor();
    await editor(person).getByRole("radio", { name: "Black", exact: true }).check();
    await verdict(person).getByText("Legal starting position.").waitFor();
    // The hand moves pieces by click and drag; the eraser removes them.
    await option(person, "Move pieces").check();
    await press(person, "k5", "j5");
    const [from, to] = [await point(person, "j5"), await point(person, "j7")];
    await person.page.mouse.move(from.x, from.y);
    await person.page.mouse.down();
    await person.page.mouse.move(to.x, to.y, { steps: 4 });
    await person.page.mouse.up();
    assert.equal(await editorText(person), "10t/11/11/11/11/11/9E1/11/11/11/T10 b -");
    await option(person, "Remove pieces").check();
    await press(person, "j7");
    // The text can be edited as well, also in Game Courier's notation.
    await person.page.getByTestId("editor-text").fill(PRESET);
    await option(person, "Move pieces").check();
    await press(person, "f9", "f8");
    assert.match(await editorText(person), /^anpegtwipan\/11\/ssssscsssss\/11\/11\/11\/11\/5C5\/SSSSS1SSSSS/);
    await person.page.getByTestId("use-position").click();
    await begin(person);
    assert.match(await person.label("f8"), /White Captain/);

    for (const [name, piece, square, part] of [
      ["Chess", "Place White King", "d4", "there must be exactly one K"],
      ["Symmetron! 44", "Place White King", "d3", "at most one K"],
      ["Struggle", "Place Player 1 White", "a7", "one piece of a colour"],
    ]) {
      await openEditor(person, name);
      await option(person, piece).check();
      await press(person, square);
      await verdict(person).getByText(part).waitFor();
      assert.ok((await editor(person).locator(".blamed").count()) > 0, name);
      await press(person, square);
      await verdict(person).getByText("Legal starting position.").waitFor();
      await person.page.getByTestId("use-position").click();
      await begin(person);
    }
  });

  test("a position is set up by keyboard and by touch", async () => {
    const [person, phone] = [await stage.person(), await stage.person(PHONE)];
    await openEditor(person);
    await option(person, "Place White Soldier").focus();
    await person.page.keyboard.press("Space");
    // A busy machine may react late.
    await person.page.locator("input:checked").and(option(person, "Place White Soldier")).waitFor({ state: "attached" });
    await editor(person).locator('[data-square="e5"]').focus();
    // After the board has updated the focus, the selection must be updated too.
    await editor(person).locator('[data-square="e5"][tabindex="0"]').waitFor({ state: "attached" });
    await person.page.keyboard.press("Enter");
    await editor(person).locator('[data-square="e5"][aria-label^="e5, White Soldier"]').waitFor({ state: "attached" });
    assert.match(await editorText(person), /\/4S6\//);
    await person.page.keyboard.press("ArrowRight");
    await person.page.keyboard.press("Enter");
    assert.match(await editorText(person), /\/4SS5\//);

    await openEditor(phone);
    await option(phone, "Place White Soldier").check();
    const { x, y } = await point(phone, "e5");
    await phone.page.touchscreen.tap(x, y);
    assert.match(await editorText(phone), /\/4S6\//);
    const { scrollWidth, clientWidth } = await editor(phone).evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
    assert.ok(scrollWidth <= clientWidth, "nothing is cut off");
    await phone.page.getByTestId("use-position").tap();
    await phone.page.getByTestId("begin").tap();
    await phone.seated();
    assert.match(await phone.label("e5"), /White Soldier/);
  });

  test("a PGN file is read, and errors are reported by line", async () => {
    const person = await stage.person();
    const file = (text) => ({ name: "game.pgn", mimeType: "application/x-chess-pgn", buffer: Buffer.from(text) });
    await person.visit();
    await person.choose("Opponent", "Two players on one screen");
    await person.paste("Existing game", "Game", '[Game "toddler"]\n\n1. e9e8\n e3e9 *\n');
    await person.page.locator("#paste-problem", { hasText: "line 4" }).waitFor();
    await person.page.getByTestId("upload").setInputFiles(file('[Event "?"]\n[Game "toddler"]\n\n1. e9e8 {forward} e3e4 (1... f3f4) 2. d9d8 *\n\n[Game "toddler"]\n\n*\n'));
    await report(person).getByText("3 legal moves read.").waitFor();
    await report(person).getByText("other games in the file").waitFor();
    await begin(person);
    await person.listed(3);
    // A PGN of another game names that game.
    await person.visit();
    await person.paste("Existing game", "Game", '[White "Ada"]\n\n1. e4 e5 *\n');
    await person.page.locator("#paste-problem", { hasText: "Chess" }).waitFor();
  });

  test("a Game Courier log is replayed up to its first illegal turn, and continued", async () => {
    const person = await stage.person(CLIPBOARD);
    const log = `$default['game'] = 'The Toddler';\n$default['board'] = 'abstract';\n$default['set'] = 'x';\n$default['code'] = '${PRESET}';\n$default['moves'] = <<<'NOW'\nS e3-e4\ns e9-e8\nS e4-e6\nNOW;\n`;
    await person.visit();
    await person.choose("Opponent", "Two players on one screen");
    await person.paste("Existing game", "Game", "x");
    await person.page.getByTestId("upload").setInputFiles({ name: "log.txt", mimeType: "text/plain", buffer: Buffer.from(log) });
    await person.page.locator("#paste-problem", { hasText: "Turn 3, “S e4-e6”:" }).waitFor();
    await report(person).getByText("2 legal moves read.").waitFor();
    await report(person).getByText("board, set").waitFor();
    await person.drawn();
    assert.match(await person.page.locator(".preview svg.board").locator("title").allTextContents().then((all) => all.join(" ")), /S e8/);
    await begin(person);
    await person.listed(2);
    await person.play("d9d8");
    await person.act("copy-courier");
    assert.equal(await copied(person), "S e3-e4\ns e9-e8\nS d3-d4\n");

    // The copied text can be read again, here for a game against the computer.
    await person.visit();
    await person.choose("Opponent", "Computer");
    await person.choose("Level", "1 Beginner");
    await person.paste("Existing game", "Game", "S e3-e4\ns e9-e8\nS d3-d4\n// a remark\n");
    await report(person).getByText("3 legal moves read.").waitFor();
    await begin(person);
    await person.listed(4);

    // A game with a friend continues from there as a new game.
    await person.visit();
    await person.choose("Opponent", "With a friend");
    await person.paste("Existing game", "Game", "S e3-e4\nresign\n");
    await report(person).getByText("The game ended with “resign”.").waitFor();
    await begin(person);
    await person.page.keyboard.press("Escape");
    await person.listed(0);
    assert.match(await person.label("e8"), /White Soldier/);

    await person.visit();
    for (const [text, part] of [
      ["$default['game'] = 'Chess';", "another game"],
      ["$default['game'] = 7;", "“7;” at character 20"],
      ["chess\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "game of Chess"],
      ["resign\nS e3-e4", "Nothing can follow “resign”"],
    ]) {
      if (!(await person.page.getByTestId("paste-game").isVisible())) await person.paste("Existing game", "Game", text);
      else await person.page.getByRole("textbox", { name: "Game" }).fill(text);
      await person.page.locator("#paste-problem", { hasText: part }).waitFor();
    }
  });

  test("a user plays both sides, and resumes the game", async () => {
    const { moves } = playthrough("playthrough-1");
    const person = await stage.person();
    await person.begin();
    for (const move of moves.slice(0, 3)) await person.play(move);
    await person.listed(3);
    const address = person.page.url();
    await person.visit();
    await person.page.getByRole("region", { name: "Games on this device" }).getByText("Two players on one screen").waitFor();
    await person.page.goto(address);
    await person.seated();
    await person.listed(3);
    await person.play(moves[3]);
    await person.listed(4);
  });

  test("the inspected piece is shown in the selected piece set", async () => {
    const person = await stage.person();
    await person.begin({ position: BLACK_WINS_NEXT });
    const panel = person.page.getByTestId("panel");
    await person.click("k11");
    await panel.locator("svg use").waitFor();
    await person.openSettings();
    await person.choose("Pieces", "Letters");
    await person.page.getByTestId("settings").getByRole("button", { name: "Close" }).click();
    await panel.locator("svg text", { hasText: "T" }).waitFor();
    assert.equal(await panel.locator("svg use").count(), 0);
  });
});
