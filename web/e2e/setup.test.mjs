// Choosing cards before a game: hidden on one screen or two devices, banned pairs, saved sets and links.
import assert from "node:assert/strict";
import { test } from "node:test";
import { GAME, card, chooseOwn, commit, cover, drag, order, pick, place, propose, uncover } from "./support/setup.mjs";
import { OWN_SERVER, suite } from "./support/stage.mjs";

suite("setting up a game", (stage) => {
  test("two players on one screen choose in turn, hidden from each other", async () => {
    const person = await stage.person();
    await propose(person);
    await cover(person).getByText("Player 2, look away!").waitFor();
    assert.equal(await person.page.locator("[data-card]").count(), 0, "no cards are shown before the user continues");

    await uncover(person, 1);
    assert.equal(await person.page.locator("[data-card]").count(), 12);
    await pick(person, "conversion");
    await pick(person, "torus");
    assert.ok(await card(person, "torus").getByRole("radio", { name: "Blue" }).isChecked(), "the card is bound to its default piece");
    await pick(person, "conversion");
    await pick(person, "sacrifice");
    await card(person, "sacrifice").getByRole("group", { name: "Piece that gets Sacrifice" }).getByRole("radio", { name: "Red" }).check({ force: true });
    const given = card(person, "sacrifice").getByRole("group", { name: "Piece to give up" });
    assert.ok(await given.getByRole("radio", { name: "Blue" }).isDisabled(), "a piece with a card cannot be given up");
    await given.getByTitle("Green").click();
    assert.ok(await person.page.getByTestId("commit").isDisabled());
    await pick(person, "pact");
    assert.equal(await card(person, "armor").locator("> .face").getAttribute("aria-disabled"), "true", "no fourth card can be picked");
    await drag(person, 1, 5);
    await place(person, 2).click();
    await place(person, 4).click();
    const arranged = await order(person);
    // Hiding and showing again loses nothing.
    await person.page.getByRole("button", { name: "Hide my cards" }).click();
    await cover(person).waitFor();
    await uncover(person, 1);
    assert.deepEqual(await order(person), arranged);
    await commit(person);

    await cover(person).getByRole("heading", { name: "Player 1 is ready. Pass the device to the other player." }).waitFor();
    const address = person.page.url();
    const pending = await stage.server.game(address);
    assert.deepEqual([pending.status, pending.setup.committed, pending.setup.choices], ["setup", [true, false], [null, null]]);
    assert.ok(!JSON.stringify(await person.page.evaluate(() => ({ ...localStorage }))).includes("torus@"), "the choice is not stored on the device");
    await person.page.reload();
    await uncover(person, 2);
    for (const code of ["jolt", "hatter", "reaper"]) await pick(person, code);
    await commit(person);
    await person.seated();
    const begun = await stage.server.game(address);
    const letters = (labels) => labels.map((label) => ({ Black: "K", Blue: "B", Green: "G", Red: "R", Yellow: "Y", No: "." })[label.split(": ")[1].split(" ")[0]]).join("");
    assert.match(begun.spec, /^struggle:1=torus@B\+pact\+sacrifice@R\//);
    assert.ok(begun.spec.includes(`/${letters(arranged)},`), `${begun.spec} has ${letters(arranged)}`);
    assert.match(begun.setup.choices[1], /^reaper@\w\+jolt@\w\+hatter\/KBGRY$/);
    assert.equal(begun.status, "ongoing");
    assert.match(await person.status.innerText(), /Player 1 to move/);
  });

  test("by keyboard only, with announcements", async () => {
    const person = await stage.person({ reducedMotion: "reduce" });
    const { keyboard } = person.page;
    await propose(person, { picks: 1 });
    await person.tabTo((focus) => /^button I am Player 1/.test(focus));
    await keyboard.press("Enter");
    await person.tabTo((focus) => focus.startsWith("button Jolt"));
    await keyboard.press(" ");
    assert.match(await person.focus(), /^button Jolt/);
    assert.equal(await card(person, "jolt").locator("> .face").getAttribute("aria-pressed"), "true");
    await person.tabTo((focus) => focus === "input Black" || /^input .*Black/.test(focus) || /^input/.test(focus));
    await keyboard.press("ArrowRight");
    await person.tabTo((focus) => /^button Square 1/.test(focus));
    await keyboard.press("Enter");
    assert.match(await person.focus(), /picked up; choose a square/);
    await keyboard.press("ArrowUp");
    await keyboard.press("Enter");
    await person.page.getByText(/swapped places\./).waitFor({ state: "attached" });
    await person.tabTo((focus) => /^button Confirm/.test(focus));
    await keyboard.press("Enter");
    await cover(person).getByText("Pass the device to the other player").waitFor();
    assert.match(await person.focus(), /^h1 Player 1 is ready/);
  });

  test("on two devices neither choice is visible before both are committed, even if the server is killed", async () => {
    const [one, two] = [await stage.person(), await stage.person()];
    one.expected.push(/Failed to load resource/);
    two.expected.push(/Failed to load resource/);
    await propose(one);
    await cover(one).waitFor();
    await one.act("copy-link");
    await one.page.getByTestId("own-address").getByText("can choose and play for both sides").waitFor();
    await one.page.getByRole("button", { name: "Cancel" }).click();
    await two.visit(one.page.url());
    await uncover(one, 1);
    await uncover(two, 2);
    await one.page.getByTestId("suggest").click();
    await commit(one);
    await cover(one).getByText("Waiting for Player 2").waitFor();
    await stage.server.kill();
    await two.page.getByTestId("suggest").click();
    await commit(two);
    await two.page.getByText("Your choices are kept: try again.").waitFor();
    await stage.server.start();
    const heard = [];
    two.page.on("response", async (response) => {
      if (response.url().endsWith("/api/game")) heard.push(await response.text().catch(() => ""));
    });
    await two.page.waitForResponse((response) => response.url().endsWith("/api/game"));
    assert.ok(heard.every((text) => JSON.parse(text || "{}").setup?.choices?.[0] == null), "the server does not send the choice");
    await commit(two);
    await two.seated();
    await one.seated();
    const begun = await stage.kept(one);
    assert.deepEqual(begun.setup.committed, [true, true]);
    assert.equal(begun.moves.length, 0);
    // Each player can verify both choices and their own stored commitment.
    for (const [person, own] of [[one, 1], [two, 2]]) {
      await person.page.getByTestId("proof").locator("summary").click();
      await person.page.getByTestId(`proof-${own}`).getByText("The revealed choice matches the commitment. You confirmed this choice on this device").waitFor();
      const [list, proof] = [await person.page.locator("[data-testid=first-steps]").boundingBox(), await person.page.getByTestId("proof").boundingBox()];
      assert.ok(list.y + list.height <= proof.y + 1, "it does not cover the move list");
      const other = await person.page.getByTestId(`proof-${3 - own}`).innerText();
      assert.equal(other.trim(), "The revealed choice matches the commitment.");
    }
    // A changed record is detected.
    await two.page.route("**/api/game", async (route) => {
      const answer = await route.fetch();
      const state = await answer.json();
      state.events[0].setup = state.events[1].setup;
      await route.fulfill({ response: answer, json: state });
    });
    await two.page.getByTestId("proof").locator("summary").click();
    await two.page.getByTestId("proof").locator("summary").click();
    await two.page.getByTestId("proof").getByText("The revealed choice does not match the commitment.").first().waitFor();
  });

  test("a choice that was committed on another device is kept", async () => {
    const [one, two] = [await stage.person(), await stage.person()];
    two.expected.push(/409/);
    await propose(one, { picks: 0 });
    await cover(one).waitFor();
    await two.visit(one.page.url());
    await uncover(two, 1);
    await uncover(one, 1);
    await drag(two, 1, 2);
    await commit(one);
    await cover(one).getByText("Pass the device to the other player").waitFor();
    // The button can still be clicked, or has been disabled by then.
    const covered = cover(two).getByText("Player 1 is ready");
    await two.page.getByTestId("commit").or(covered).first().waitFor();
    await two.page.evaluate(() => document.querySelector("[data-testid=commit]")?.click());
    await cover(two).getByText("Player 1 is ready").waitFor();
  });

  test("the computer chooses its cards, which are shown when both sides have chosen", async () => {
    const person = await stage.person();
    await propose(person, { opponent: "Computer" });
    await person.page.getByText("The computer has already chosen.").waitFor();
    const hidden = await stage.kept(person);
    assert.deepEqual([hidden.setup.committed, hidden.setup.choices], [[false, true], [null, null]]);
    // Cards are chosen for the user, and the board shows their pieces.
    assert.equal(await person.page.locator("[data-card].picked").count(), 3);
    await person.page.getByRole("img", { name: "Your starting position" }).waitFor();
    await person.page.getByTestId("suggest").click();
    await commit(person);
    await person.seated();
    const begun = await stage.kept(person);
    assert.equal(begun.setup.choices[1].split("/")[0].split("+").length, 3);
  });

  test("an open setup shows the first choice to the second player", async () => {
    const person = await stage.person();
    await propose(person, { manner: "Open", picks: 1 });
    await pick(person, "armor");
    await commit(person);
    await person.page.locator('[data-testid="chooser"][data-side="2"]').waitFor();
    await person.page.getByRole("heading", { name: "Player 1 starts with" }).waitFor();
    assert.match(await person.page.locator(".panel").innerText(), /Armor · \w+/);
  });

  test("a banned pair cannot be combined, and is named", async () => {
    const person = await stage.person();
    await propose(person, { opponent: "Computer", ban: ["conversion", "jolt"] });
    await chooseOwn(person);
    await pick(person, "conversion");
    await card(person, "jolt").getByText("Cannot be combined with Conversion: this pair is banned.").waitFor();
    await card(person, "jolt").locator("> .face").click({ force: true });
    assert.equal(await person.page.getByTestId("setup-state").innerText().then((text) => text.includes("1 of 3")), true);
    const { spec } = await stage.kept(person);
    assert.match(spec, /ban=conversion\+jolt/);
  });

  test("every card shows its text and drawn examples; Torus shows five paths over the edge", async () => {
    const person = await stage.person();
    await propose(person, { opponent: "Computer" });
    await chooseOwn(person);
    for (const more of await person.page.getByRole("button", { name: /^Details of/ }).all()) await more.click();
    for (const one of await person.page.locator("[data-card]").all()) {
      assert.ok((await one.locator("figure svg.board").count()) > 0, await one.getAttribute("data-card"));
      assert.equal(await one.locator("figure:has(.way)").count(), await one.locator("figure").count(), "each example has a drawn path");
      assert.equal(await one.locator(".problem").count(), 0);
    }
    assert.equal(await card(person, "torus").locator("figure").count(), 5);
    const first = card(person, "torus").locator("figure").first();
    const blue = first.locator("[data-figure][data-label=B]");
    const before = await blue.getAttribute("transform");
    await first.getByRole("button", { name: /^Play example/ }).click();
    await person.page.waitForFunction(
      ([element, was]) => element.getAttribute("transform") !== was,
      [await blue.elementHandle(), before],
    );
  });

  test("a set is saved, shared by link and used on another device", async () => {
    const [one, two] = [await stage.person(), await stage.person()];
    await propose(one, { opponent: "Computer" });
    await chooseOwn(one);
    for (const code of ["torus", "armor", "hatter"]) await pick(one, code);
    await one.page.getByText("Saved card sets").click();
    await one.page.getByTestId("set-name").fill("Round & hard");
    await one.page.getByRole("button", { name: "Save" }).click();
    // Where copying is blocked, the address is shown for manual copying.
    await one.page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await one.page.getByRole("button", { name: "Copy link to Round & hard" }).click();
    const link = await one.page.getByTestId("set-address").inputValue();
    assert.match(link, /#set=/);

    await two.visit(link);
    await two.page.getByRole("heading", { name: "Round & hard" }).waitFor();
    await two.page.getByText("Mad Hatter").waitFor();
    await two.page.getByRole("button", { name: "Save" }).click();
    await two.page.getByText("Saved as “Round & hard”").waitFor();
    await propose(two, { opponent: "Computer" });
    await chooseOwn(two);
    await two.page.getByText("Saved card sets (1)").click();
    await two.page.getByRole("button", { name: "Use Round & hard" }).click();
    assert.equal(await two.page.locator("[data-card].picked").count(), 3);
    await card(two, "torus").locator("> .face").and(two.page.locator("[aria-pressed=true]")).click();
    await two.page.getByTestId("set-link").fill(link);
    await two.page.getByRole("button", { name: "Import" }).click();
    assert.equal(await two.page.locator("[data-card].picked").count(), 3);
    await two.page.getByTestId("set-link").fill("https://elsewhere.example/");
    await two.page.getByRole("button", { name: "Import" }).click();
    await two.page.getByText("This is not a link to a card set for this game.").waitFor();
    await two.visit("/#set=struggle%7Cnonesuch%2FKBGRY%7Cx");
    await two.page.getByText("This is not a link to a card set for this game.").waitFor();
  });

  test("on a phone, in French and in dark mode, nothing scrolls sideways and pieces are placed by taps", async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "fr-FR", colorScheme: "dark" };
    const person = await stage.person(phone);
    await person.visit();
    await person.page.getByRole("button", { name: GAME, exact: true }).tap();
    await person.page.getByTestId("begin").tap();
    await person.page.getByRole("heading", { name: "Votre préparation (Joueur 1)" }).waitFor();
    await person.page.getByTestId("choose-cards").tap();
    await card(person, "torus").locator("> .face").tap();
    await card(person, "torus").locator(".more").tap();
    const narrow = () => person.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    assert.ok(await narrow());
    const before = await order(person);
    await place(person, 1).tap();
    await place(person, 3).tap();
    const after = await order(person);
    assert.notDeepEqual(after, before);
    await person.page.getByTestId("suggest").tap();
    await person.page.getByText("Votre préparation est terminée.").waitFor();
    await person.page.getByTestId("commit").tap();
    await person.seated();
    assert.ok(await narrow());
  });
}, OWN_SERVER);
