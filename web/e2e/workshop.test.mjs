// The workshop: a game is written, checked while typing, and played beside its text.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { suite } from "./support/stage.mjs";
import { begin, write } from "./support/workshop.mjs";

const VARIANTS = fileURLToPath(new URL("../../variants", import.meta.url));

const POWER = "\npower still of Knight: enemies next to it cannot move\n  says \"Who stands next to an enemy Knight cannot move.\"\n";

suite(
  "the workshop",
  (stage) => {
    test("starts from another game, underlines errors while typing, and plays the game", async () => {
      const person = await stage.person();
      const { page } = person;
      await begin(person, { title: "Quiet Knights", from: "Chess", how: "Differences only" });
      await page.getByRole("heading", { name: "Quiet Knights" }).waitFor();
      await write(person, "\npower still of Knigt: enemies next to it cannot move\n");
      await page.getByTestId("faults").getByText("Knight").waitFor();
      await page.locator(".cm-lintRange-error").waitFor();
      await page.getByText("The board shows the last playable version of your game.").waitFor();
      // A click goes to the error.
      await page.getByTestId("faults").getByRole("button").first().click();
      await page.waitForFunction(() => document.activeElement?.shadowRoot?.activeElement?.classList.contains("cm-content"));
      await page.keyboard.press("Control+z");
      await page.getByTestId("reading").getByText("No problems found.").waitFor();
      await write(person, POWER);
      await page.getByText("No problems found.").waitFor();
      await page.locator('[data-view="changes"]').click();
      await page.getByTestId("changes").getByText("power still of Knight").waitFor();
      await page.locator('[data-view="rules"]').click();
      await page.getByText("Who stands next to an enemy Knight cannot move.").first().waitFor();
      await page.locator('[data-view="board"]').click();
      await person.seated();
      await page.getByLabel("Opponent").selectOption({ label: "Computer plays Black" });
      await person.click("e2", "e4");
      await page.getByTestId("status").getByText("White to move").waitFor();
    });

    test("keeps drafts and their undo history", async () => {
      const person = await stage.person();
      const { page } = person;
      await begin(person, { title: "Small" });
      await write(person, "# a word\n");
      await page.getByText("# a word").waitFor();
      await page.reload();
      await page.locator(".cm-content").click();
      await page.keyboard.press("Control+End");
      await page.getByText("# a word").waitFor();
      await page.keyboard.press("Control+z");
      await page.getByText("# a word").waitFor({ state: "detached" });
      await page.getByRole("link", { name: "All drafts" }).click();
      const name = page.getByRole("link", { name: /^Small/ });
      await name.waitFor();
      await page.getByRole("button", { name: "Delete Small" }).click();
      await page.getByText("Small deleted.").waitFor();
      assert.equal(await name.count(), 0);
      await page.getByRole("button", { name: "Undo" }).click();
      await name.waitFor();
    });

    test("has a form that writes the same text, which can be undone", async () => {
      const person = await stage.person();
      const { page } = person;
      await begin(person, { title: "Formed" });
      await page.locator('[data-view="form"]').click();
      const form = page.getByTestId("form");
      await form.getByRole("button", { name: "L Lantern" }).click();
      // By keyboard: from the corner to the square two forward and one to the side of the centre, then Space.
      await form.getByRole("button", { name: "4 forward, 4 to the left" }).focus();
      for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight", "Space"]) await page.keyboard.press(key);
      await page.getByText("moves and captures: leap 1-2").waitFor();
      await page.getByText("never captures").waitFor({ state: "detached" });
      await page.getByTestId("reading").getByText("No problems found.").waitFor();
      // By mouse: a pawn's step.
      await form.getByRole("radio", { name: "move only" }).check();
      await form.getByLabel("Same in all directions").uncheck();
      await form.getByRole("button", { name: "1 forward", exact: false }).first().click();
      await form.getByLabel("Rows").fill("7");
      await form.getByLabel("Rows").press("Tab");
      await page.getByText("board 6 x 7").waitFor();
      await form.getByRole("button", { name: "Runner (Black)" }).first().click();
      await form.getByRole("button", { name: "a4", exact: true }).click();
      await page.getByText("r5/").waitFor();
      await form.getByTestId("by-hand").getByText("power lit of Lantern").waitFor();
      await page.locator(".cm-content").click();
      await page.keyboard.press("Control+z");
      await page.getByText("r5/").waitFor({ state: "detached" });
      await page.getByText("board 6 x 7").waitFor();
    });

    test("renames pieces in the form, also in the explanations of powers", async () => {
      const person = await stage.person();
      const { page } = person;
      await begin(person, { title: "Renamed" });
      await page.locator('[data-view="form"]').click();
      const form = page.getByTestId("form");
      await form.getByRole("button", { name: "R Runner" }).click();
      await form.getByLabel("Piece name").fill("Otter");
      await form.getByLabel("Piece name").press("Tab");
      await page.locator(".cm-content").getByText('says "An Otter next to its own Lantern cannot be captured."').waitFor();
      await form.getByLabel("French name").fill("Voyageur");
      await form.getByLabel("French name").press("Tab");
      await page.locator(".cm-content").getByText('fr "Un Voyageur à côté de sa Lanterne ne peut être pris."').waitFor();
      await page.getByTestId("reading").getByText("No problems found.").waitFor();
    });

    test("starts from a Game Courier preset, which is playable at once", async () => {
      const person = await stage.person();
      const { page } = person;
      await person.visit("/#workshop");
      await page.getByLabel("Start from").selectOption({ label: "A Game Courier preset" });
      await page.getByRole("textbox", { name: "A Game Courier preset" }).fill("$default['game'] = 'Odd';\n$default['code'] = 'k!';");
      await page.getByTestId("begin-draft").click();
      await page.getByText("unexpected character in the FEN code").waitFor();
      await page.getByRole("textbox", { name: "A Game Courier preset" }).fill("$default['game'] = 'Odd';\n$default['code'] = 'k4/5/5/5/4K';");
      await page.getByTestId("begin-draft").click();
      await page.getByText("free hand").waitFor();
      await person.seated();
      await person.click("e1", "a4");
      await page.getByTestId("status").getByText("Black to move").waitFor();
    });

    test("starts from a Fairy-Stockfish variant, and lists options that cannot be imported", async () => {
      const person = await stage.person();
      const { page } = person;
      await person.visit("/#workshop");
      await page.getByLabel("Start from").selectOption({ label: "A Fairy-Stockfish variant" });
      // Without a file, the built-in variants.
      await page.getByTestId("variant").selectOption("knightmate");
      await page.getByLabel("variants.ini file").fill("[odd:chess]\nnothing = 1\n[mine:chess]\nstalemateValue = loss\n[mine:shogi]\n");
      await page.getByTestId("passed-over").getByText("5: mine: ignored: the section on line 3 has the same name").waitFor();
      await page.getByTestId("refused").getByText("2: nothing: unknown option").waitFor();
      assert.equal(await page.getByTestId("begin-draft").isDisabled(), true);
      await page.getByTestId("variant").selectOption("mine");
      await page.getByTestId("refused").waitFor({ state: "detached" });
      await page.getByLabel("Game name").fill("Mine and Yours");
      await page.getByTestId("begin-draft").click();
      await page.getByRole("heading", { name: "Mine and Yours" }).waitFor();
      await person.seated();
      await page.locator(".cm-content").getByText('"Mine and Yours"').waitFor();
      await person.click("e2", "e4");
      await page.getByTestId("status").getByText("Black to move").waitFor();
    });

    test("shows warnings, which can be accepted", async () => {
      const person = await stage.person();
      const { page } = person;
      await begin(person, { title: "Lanterns" });
      await write(person, '\npiece G "Ghost"\n  moves and captures: step any\npower lost of Ghost: enemies next to it cannot move\n');
      await page.getByTestId("reading").getByText("warning").waitFor();
      await page.getByTestId("faults").getByText("No piece can give lost").waitFor();
      await page.getByTestId("faults").getByText("There is never a Ghost on the board").waitFor();
      await page.getByRole("button", { name: "Yes, this is intended" }).first().click();
      await page.getByText("# meant: idle").waitFor();
      await page.getByRole("button", { name: "Yes, this is intended" }).first().click();
      await page.getByText("No problems found.").waitFor();
    });

    test("reports unknown pictures with a list of the available ones", async () => {
      const person = await stage.person();
      const { page } = person;
      await begin(person, { title: "Drawn" });
      await write(person, '\npiece U "Unicorn" drawn as "Horse"  # meant: idle\n  moves and captures: step any\n');
      await page.getByTestId("faults").getByText("There is no picture named Horse: the piece is shown as its letter.").waitFor();
      await page.getByTestId("faults").getByText(/Pictures: .*Knight/).waitFor();
    });

    test("completes words while typing and explains them", async () => {
      const person = await stage.person();
      const { page } = person;
      await begin(person, { title: "Words" });
      await page.locator(".cm-content").click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type("\npow");
      await page.locator(".cm-tooltip-autocomplete").getByText("power", { exact: true }).first().waitFor();
      await page.locator(".word-explained").getByText("from the point of view of the piece that has the power").waitFor();
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+z");
      await page.getByText("No problems found.").waitFor();
    });

    test("says that nothing was pasted", async () => {
      const person = await stage.person();
      const { page } = person;
      await person.visit("/#workshop");
      await page.getByLabel("Start from").selectOption({ label: "A Game Courier preset" });
      await page.getByTestId("begin-draft").click();
      await page.getByRole("alert").getByText("Paste a settings file or a preset code").waitFor();
    });

    test("publishes a game, which others play by link, find in the gallery and adapt", async () => {
      const author = await stage.person();
      const { page } = author;
      await begin(author, { title: "Lantern Duel" });
      await page.locator('[data-view="publish"]').click();
      await page.getByLabel("Author name, shown to other players").fill("Ada <b>");
      await page.getByTestId("hand-in").click();
      const link = await page.getByTestId("game-link").inputValue();
      assert.match(link, /#shared=%40sha256-[0-9a-f]{64}$/);
      await page.getByText("Unlisted: only people with the link can find it.").waitFor();

      const friend = await stage.person();
      const address = link.slice(link.indexOf("/#"));
      await friend.visit(address);
      await friend.page.getByRole("heading", { name: "Lantern Duel", level: 1 }).waitFor();
      await friend.page.getByText("By Ada <b> · CC-BY-4.0").waitFor();
      await friend.page.getByTestId("shared-rules").getByRole("heading").first().waitFor();
      await friend.choose("About this game", "Text");
      await friend.page.getByTestId("shared-text").getByText('"Lantern Duel"').waitFor();
      await friend.page.getByTestId("shared-play").click();
      await friend.page.getByRole("button", { name: "Play Lantern Duel" }).waitFor();
      await friend.choose("Opponent", "Two players on one screen");
      await friend.page.getByTestId("begin").click();
      await friend.seated();
      await friend.play("a1a2");
      await friend.listed(1);
      await friend.page.reload();
      await friend.listed(1);
      assert.match((await stage.kept(friend)).spec, /^@sha256-/);

      // A change is a new version; published ones stay.
      await page.getByTestId("make-public").click();
      await page.getByText("Listed in the gallery.").waitFor();
      await write(author, "power dim of Lantern: enemy Runners next to it cannot capture\n");
      await page.getByTestId("hand-in").getByText("Publish new version").waitFor();

      await friend.visit("/#gallery");
      const card = friend.page.getByTestId("gallery").getByRole("listitem");
      await card.getByRole("heading", { name: "Lantern Duel" }).waitFor();
      await card.getByText("By Ada <b>").waitFor();
      await card.getByRole("button", { name: "Use as a starting point" }).click();
      await friend.page.getByRole("heading", { name: "Lantern Duel (copy)" }).waitFor();
      await friend.page.locator(".cm-content").getByText("Based on Lantern Duel by Ada <b> (CC-BY-4.0).").waitFor();

      // A new version shows its changes, and the previous one links to it.
      await page.getByTestId("hand-in").click();
      await page.getByText("Unlisted: only people with the link can find it.").waitFor();
      await author.page.evaluate((to) => (location.href = to), await page.getByTestId("game-link").inputValue());
      await page.getByRole("link", { name: /^Previous version/ }).waitFor();
      await author.choose("About this game", "Changes");
      await page.getByTestId("shared-changes").getByText("power dim of Lantern").waitFor();
      await page.getByRole("link", { name: /^Previous version/ }).click();
      await page.getByRole("link", { name: /^A newer version is available/ }).waitFor();

      await page.getByRole("button", { name: "Withdraw" }).click();
      await page.getByText("Withdrawn: no new games can be started; games in progress continue.").waitFor();
      const late = await stage.person();
      late.expected.push(/422/);
      await late.visit(address);
      await late.page.getByText("Withdrawn: no new games can be started; games in progress continue.").waitFor();
      assert.equal(await late.page.getByTestId("shared-play").count(), 0);
      await late.visit(address.replace("#shared", "#new"));
      await late.page.getByTestId("begin").click();
      await late.page.locator(".problem").getByText(/withdrawn/).waitFor();
    });

    test("works on a phone, one panel at a time", async () => {
      const person = await stage.person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
      const { page } = person;
      await person.visit("/#workshop");
      await page.getByTestId("begin-draft").tap();
      await person.seated();
      await page.locator('[data-view="text"]').tap();
      await page.locator(".cm-content").tap();
      await page.keyboard.press("Control+End");
      await page.keyboard.insertText("nonsense\n");
      await page.getByTestId("faults").waitFor();
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the screen");
    });
  },
  async () => ["--games", VARIANTS],
);
