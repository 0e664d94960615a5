// Puzzles: solving, replies to wrong moves, hints, the solution tree, filters, streak, repetition, and the puzzle of the day.
import assert from "node:assert/strict";
import { test } from "node:test";
import { found, unused } from "./support/accounts.mjs";
import { squaresOf } from "./support/playthrough.mjs";
import { addressOf, puzzlesOf } from "./support/puzzles.mjs";
import { suite } from "./support/stage.mjs";
import { look } from "./support/visit.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const DAY = 86_400_000;
const TODDLER = puzzlesOf("toddler");
/** Win in two: Phoenix c6 to e3, captured by the Captain, then e1 falls. */
const [FIRST, SECOND] = TODDLER;

const answer = (person) => person.page.getByTestId("answer");
const heading = (person, name) => answer(person).getByRole("heading", { name, exact: true });
const streak = (person) => person.page.getByTestId("streak").locator("[aria-hidden=true]").last().innerText();

/** Opens a puzzle. */
async function open(person, puzzle) {
  await person.visit(addressOf(puzzle));
  await heading(person, "Your turn").waitFor();
  await person.seated();
}

/** Plays the winning side's moves of the first line of a puzzle. */
async function solve(person, puzzle) {
  let [solution, side] = [puzzle.solution, true];
  while (Object.keys(solution).length > 0) {
    const move = mainMove(solution);
    if (side) await person.click(...squaresOf(move));
    solution = after(solution, move);
    side = !side;
    if (Object.keys(solution).length > 0 && side) await answer(person).getByText("What is the next move?").waitFor();
  }
  await heading(person, "Solved").waitFor();
}

const branches = (solution) => Object.entries(solution).flatMap(([moves, then]) => moves.split(" ").map((move) => [move, then]));
const after = (solution, move) => branches(solution).find(([text]) => text === move)[1];
const plies = (solution) => Math.max(0, ...Object.values(solution).map((then) => plies(then) + 1));
const mainMove = (solution) => branches(solution).sort(([a, x], [b, y]) => plies(y) - plies(x) || (a < b ? -1 : 1))[0][0];

suite("puzzles", (stage) => {
  test("a puzzle on a phone: a wrong move with its refutation, hints, the solution, and the next puzzle", async () => {
    const person = await stage.person(PHONE);
    const { page } = person;
    await person.visit("/#puzzles");
    await page.getByRole("heading", { name: "Puzzles" }).waitFor();
    await page.locator("[data-set=toddler]").click();
    await page.waitForURL(`**${addressOf(FIRST)}`);
    await page.getByRole("heading", { name: "White to move: win in 2 moves" }).waitFor();
    // A touch has to be confirmed.
    await person.tap("k8");
    await person.tap("k7");
    await page.getByTestId("confirm").click();
    await heading(person, "Not the solution").waitFor();
    const refutation = page.getByTestId("refutation");
    await refutation.getByText(/^The reply: /).waitFor();
    assert.equal(await page.locator("svg.board .last").count() > 0, true, "the reply is marked");
    await refutation.getByRole("listitem").first().waitFor();
    await page.getByTestId("try-again").click();
    await heading(person, "Your turn").waitFor();
    assert.match(await person.label("k8"), /Soldier/);
    // An illegal move is explained and does not count.
    await person.tap("c6");
    await person.tap("c7");
    await heading(person, "Illegal move").waitFor();
    // Three hints: the themes, the piece, the move.
    const hint = page.getByTestId("hint");
    await hint.click();
    await answer(person).getByText(/^Themes: Sacrifice; Forced replies; Starts: threatens …; Depends on: A piece next to its own Angel/).waitFor();
    await hint.click();
    await answer(person).getByText("The piece to move: White Phoenix, c6").waitFor();
    await page.locator("svg.board .highlighted").waitFor();
    await hint.click();
    await answer(person).getByText(/^The move: .*e3/).waitFor();
    assert.ok(await hint.isDisabled());
    await person.tap("c6");
    await person.tap("e3");
    await page.getByTestId("confirm").click();
    await answer(person).getByText(/^The reply: .*e3\. What is the next move\?/).waitFor();
    // Each of several last moves is accepted.
    await person.tap("b11");
    await person.tap("e1");
    await page.getByTestId("confirm").click();
    await heading(person, "Solved").waitFor();
    await answer(person).getByText("You will see this puzzle again tomorrow or later.").waitFor();
    assert.equal(await streak(person), "0");
    await page.getByTestId("next").click();
    await page.waitForURL(`**${addressOf(SECOND)}`);
    await page.getByRole("heading", { name: "Black to move: win in 2 moves" }).waitFor();
    await page.getByTestId("progress").getByText("1 of 300 solved").waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  });

  test("the streak and puzzles to repeat are stored on the device", async () => {
    const person = await stage.person();
    const { page } = person;
    const now = Date.now();
    await page.clock.setFixedTime(now);
    await open(person, SECOND);
    await solve(person, SECOND);
    assert.equal(await streak(person), "1");
    await open(person, TODDLER[2]);
    await page.getByTestId("solution").click();
    await heading(person, "Solution").waitFor();
    assert.equal(await streak(person), "0");
    await open(person, FIRST);
    await solve(person, FIRST);
    await page.reload();
    await heading(person, "Your turn").waitFor();
    assert.equal(await streak(person), "1");
    await person.visit("/#puzzles/repeat");
    await page.getByText("No puzzle has to be repeated now.").waitFor();
    await page.getByText("1 puzzle is waiting to be repeated.").waitFor();
    // It comes back the next day, and less often after a success.
    await page.clock.setFixedTime(now + DAY);
    await page.reload();
    await person.visit("/#puzzles");
    await page.getByTestId("repeat").click();
    await page.waitForURL(`**${addressOf(TODDLER[2])}`);
    await heading(person, "Your turn").waitFor();
    await solve(person, TODDLER[2]);
    assert.equal(await streak(person), "2");
    await person.visit("/#puzzles");
    await page.getByText("Solved in a row: 2").waitFor();
    assert.equal(await page.getByTestId("repeat").count(), 0);
    await page.clock.setFixedTime(now + 60 * DAY);
    await page.reload();
    await page.getByTestId("repeat").getByText("Repeat 1 puzzle").waitFor();
  });

  test("the solution tree shows every reply on the board", async () => {
    const person = await stage.person();
    const { page } = person;
    await open(person, SECOND);
    await page.getByTestId("solution").click();
    const tree = page.getByTestId("tree");
    const first = tree.locator('[data-line="f3f8"]');
    await tree.locator('[data-line="f3f8"][aria-pressed=true]').waitFor();
    assert.match(await person.label("f8"), /Black/);
    await tree.getByTestId("other-replies").click();
    await tree.locator('[data-line="f3f8 f11e11"]').click();
    assert.match(await person.label("e11"), /Toddler/);
    await tree.locator('[data-line="f3f8 f11e11 f8i11"]').click();
    assert.match(await person.label("i11"), /Black/);
    await tree.getByRole("button", { name: "Start position" }).click();
    assert.match(await person.label("f3"), /Black/);
    await first.click();
    await look(person, "solution");
  });

  test("filters combine game, theme, length and difficulty", async () => {
    const person = await stage.person();
    const { page } = person;
    await open(person, FIRST);
    await page.getByTestId("filter").click();
    const dialog = page.getByTestId("puzzle-filter");
    const matching = dialog.getByTestId("matching");
    await dialog.getByLabel("Game").selectOption("symmetron44");
    const wanted = puzzlesOf("symmetron44").filter(({ themes }) => themes.includes("power:symmetrised"));
    await dialog.getByLabel("Theme").selectOption("power:symmetrised");
    await matching.getByText(`${wanted.length} puzzles`).waitFor();
    await look(person, "filter");
    await dialog.getByRole("group", { name: "Number of moves to the win" }).getByRole("radio", { name: "3 or more" }).check();
    const long = wanted.filter(({ win_in }) => win_in >= 3);
    await matching.getByText(new RegExp(`^${long.length} puzzle`)).waitFor();
    await dialog.getByRole("group", { name: "Difficulty" }).getByRole("radio", { name: "Easy" }).check();
    await matching.getByText("0 puzzles").waitFor();
    assert.ok(await dialog.getByTestId("show-puzzles").isDisabled());
    await dialog.getByRole("button", { name: "Clear filter" }).click();
    await dialog.getByLabel("Theme").selectOption("power:symmetrised");
    await dialog.getByTestId("show-puzzles").click();
    await page.waitForURL(`**${addressOf(wanted[0])}`);
    await page.getByTestId("solution").click();
    await page.getByText(/^Depends on: Advancers and Dragons/).waitFor();
    await page.getByTestId("next").click();
    await page.waitForURL(`**${addressOf(wanted[1])}`);
    // The filter is kept.
    await page.reload();
    await page.getByTestId("filter").click();
    assert.equal(await dialog.getByLabel("Theme").inputValue(), "power:symmetrised");
  });

  test("a puzzle can be solved by keyboard, with announcements", async () => {
    const person = await stage.person();
    const { page } = person;
    await open(person, FIRST);
    await person.square("k8").focus();
    await page.keyboard.press("Enter");
    await person.walk("k7");
    await page.keyboard.press("Enter");
    assert.equal(await answer(person).getAttribute("aria-live"), "polite");
    await page.locator("[data-testid=try-again]:focus").waitFor();
    await page.keyboard.press("Enter");
    await heading(person, "Your turn").waitFor();
    await person.square("c6").focus();
    await page.keyboard.press("Enter");
    await person.walk("e3");
    await page.keyboard.press("Enter");
    await answer(person).getByText("What is the next move?").waitFor();
    await person.square("a8").focus();
    await page.keyboard.press("Enter");
    await person.walk("e1");
    await page.keyboard.press("Enter");
    await page.locator("[data-testid=next]:focus").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${addressOf(SECOND)}`);
  });

  test("puzzles whose turns have several steps, and puzzles of game definitions, can be solved", async () => {
    const person = await stage.person();
    const { page } = person;
    const [struggle] = puzzlesOf("struggle");
    await open(person, struggle);
    await person.click("b8", "a9");
    await answer(person).getByText("What is the next move?").waitFor();
    // The longest defence allows two jumps in one turn.
    const line = [];
    for (let at = struggle.solution; Object.keys(at).length > 0; at = after(at, line.at(-1))) line.push(mainMove(at));
    assert.equal(line.length, 4);
    await person.click(squaresOf(line[2])[0], squaresOf(line[2]).at(-1));
    await person.click(squaresOf(line[3])[0], squaresOf(line[3]).at(-1));
    await heading(person, "Solved").waitFor();
    const [written] = puzzlesOf("koeko");
    await open(person, written);
    await solve(person, written);
    await page.getByTestId("progress").getByText("1 of 100 solved").waitFor();
  });

  test("the home page links to the puzzle of the day, and the file can be downloaded", async () => {
    const person = await stage.person();
    const { page } = person;
    await person.visit();
    const daily = page.getByTestId("daily-puzzle");
    await daily.locator("svg.board").waitFor();
    await daily.getByRole("link", { name: /Solve/ }).click();
    await page.waitForURL(/#puzzles\/[a-z0-9]+\/[0-9a-z]{13}$/);
    await heading(person, "Your turn").waitFor();
    await person.visit("/#puzzles");
    const link = page.getByRole("link", { name: "Download the puzzles of The Toddler (JSON Lines)" });
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    assert.equal(download.suggestedFilename(), "toddler.jsonl");
  });

  test("puzzles that have been opened work offline", async () => {
    const person = await stage.person({ serviceWorkers: "allow" });
    person.expected.push(/ERR_\w+/, /WebSocket/, /Failed to load resource/);
    await open(person, FIRST);
    await person.page.evaluate(async () => (await navigator.serviceWorker.ready).active !== null);
    await person.page.reload();
    await heading(person, "Your turn").waitFor();
    await person.context.setOffline(true);
    await person.page.reload();
    await heading(person, "Your turn").waitFor();
    await person.click("k8", "k7");
    await person.page.getByTestId("try-again").click();
    await solve(person, FIRST);
  });

  test("puzzles are in French, and can be switched at any time", async () => {
    const person = await stage.person({ locale: "fr-FR" });
    const { page } = person;
    await person.visit("/#puzzles");
    await page.getByRole("heading", { name: "Problèmes" }).waitFor();
    await page.locator("[data-set=toddler]").click();
    await page.getByRole("heading", { name: "Aux Blancs de jouer : gain en 2 coups" }).waitFor();
    await person.click("k8", "k7");
    await page.getByTestId("refutation").getByText(/^La réponse\s: /).waitFor();
    await page.getByRole("button", { name: "English" }).click();
    await page.getByTestId("refutation").getByText(/^The reply: /).waitFor();
  });

  test("an unknown puzzle shows an error and links to the list", async () => {
    const person = await stage.person();
    for (const address of ["/#puzzles/nonesuch", "/#puzzles/toddler/nonesuch"]) {
      await person.visit(address);
      await person.page.getByText("Puzzle not found.").waitFor();
      await person.page.getByRole("link", { name: "All puzzles" }).click();
      await person.page.getByRole("heading", { name: "Puzzles" }).waitFor();
    }
  });

  test("the first try of a puzzle changes the rating of a signed-in player", async () => {
    const person = await stage.person();
    const { page } = person;
    const name = unused("Ada");
    await found(person, name);
    await open(person, SECOND);
    await solve(person, SECOND);
    const rating = page.getByTestId("puzzle-rating");
    await rating.getByText(/\d+ points gained/).waitFor({ state: "attached" });
    await open(person, FIRST);
    await person.click("k8", "k7");
    await rating.getByText(/\d+ points lost/).waitFor({ state: "attached" });
    // Only the first try counts.
    await page.reload();
    await open(person, FIRST);
    await solve(person, FIRST);
    await rating.getByTestId("rating").waitFor();
    assert.equal(await rating.getByText(/points/).count(), 0);
    await person.visit(`/#person=${encodeURIComponent(name)}`);
    await page.getByTestId("profile-puzzles").getByText("2 puzzles").waitFor();
  });

  test("a position of the analysis board becomes a puzzle, or the second solution is shown on the board", async () => {
    const person = await stage.person();
    const { page } = person;
    const analyse = async (position) => {
      await person.visit(`/#analysis?${new URLSearchParams({ game: "chess", start: position })}`);
      await person.seated();
      await page.getByTestId("make-puzzle-open").click();
    };
    await analyse("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1");
    await page.getByRole("link", { name: "Sign in to publish puzzles." }).waitFor();
    assert.ok(await page.getByTestId("publish-puzzle").isDisabled());
    const name = unused("Ada");
    await found(person, name);
    await analyse("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1");
    await page.getByTestId("publish-puzzle").click();
    await page.getByTestId("puzzle-refused").getByText(/^There is more than one solution: .*a7; .*b7\.$/).waitFor();
    await page.getByTestId("show-refutation").click();
    await page.getByTestId("move-tree").getByText("Rb7").waitFor();
    await page.getByTestId("move-tree").getByText("Ra7").waitFor();
    assert.match(await person.label("a7"), /Rook/);
    await analyse("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    await page.getByTestId("publish-puzzle").click();
    await page.getByTestId("puzzle-refused").getByText(/within 7 plies\. For example, this defence holds: /).waitFor();
    await page.getByTestId("make-puzzle").getByRole("button", { name: "Close" }).click();
    await analyse("7k/R7/1R6/8/8/8/8/6K1 w - - 0 1");
    await page.getByTestId("publish-puzzle").click();
    await page.getByTestId("puzzle-made").waitFor();
    await page.getByTestId("open-puzzle").click();
    await page.getByRole("heading", { name: "White to move: win in 1 move" }).waitFor();
    await page.getByTestId("author").getByText(`by ${name}`).waitFor();
    await person.seated();
    await person.click("b6", "b8");
    await heading(person, "Solved").waitFor();
    await person.visit("/#puzzles");
    await page.getByTestId("by-players").click();
    page.once("dialog", (dialog) => void dialog.accept());
    await page.getByTestId("delete-puzzle").click();
    await page.getByText("There are no puzzles yet.").waitFor();
  });
});
