// Studies: two users edit one at once, a restart of the server while editing, interactive chapters, records, copies, and the study of a guest.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { found } from "./support/accounts.mjs";
import { elsewhere, sandboxed } from "./support/elsewhere.mjs";
import { member } from "./support/member.mjs";
import { OWN_SERVER, suite } from "./support/stage.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const RECORDS = `[Event "First"]
[White "Ada"]
[Black "Bob"]

1. e4 { King's pawn. } e5 (1... c5 { Sicilian. } 2. Nf3) 2. Nf3 $1 *

[Event "Second"]

1. d4 d5 *`;

const tree = (person) => person.page.getByTestId("move-tree");
const saved = (person) => person.page.getByTestId("saving").getByText("Saved", { exact: true }).waitFor();
const idOf = (person) => decodeURIComponent(/#study=([^&]+)/.exec(person.page.url())[1]);
const at = (person, label) => tree(person).locator("[aria-current]").getByText(label, { exact: true }).waitFor();

/** Creates a study with a chapter of Chess. */
async function create(person, title, visibility = "Private") {
  const { page } = person;
  await person.visit("/#studies");
  await page.getByTestId("new-study").click();
  await page.getByTestId("study-title").fill(title);
  await page.getByRole("dialog").getByTestId("sought-game").selectOption({ label: "Chess" });
  const visibilities = page.getByRole("group", { name: "Who can see it" });
  if ((await visibilities.count()) > 0) await visibilities.getByRole("radio", { name: visibility }).check();
  await page.getByTestId("create").click();
  await page.getByTestId("study-name").getByText(title).waitFor();
  await person.seated();
}

/** Plays a move on the board of the study and waits until it is in the tree. */
async function move(person, from, to, label) {
  await person.click(from, to);
  await at(person, label);
}

async function comment(person, text) {
  const field = person.page.getByTestId("comment");
  if (!(await field.isVisible())) await person.page.getByTestId("annotate").click();
  await field.fill(text);
  await field.blur();
}

async function closeDialog({ page }) {
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
}

async function include(person, name) {
  const { page } = person;
  await page.getByTestId("study-settings-open").click();
  await page.getByTestId("member-name").fill(name);
  await page.getByTestId("add-member").click();
  await page.getByTestId("members").getByRole("link", { name }).waitFor();
  await closeDialog(person);
}

suite(
  "studies",
  (stage) => {
    test("two users edit a study at once: moves and both comments stay, and each undoes only the own changes", async () => {
      const [ada, bob] = [await member(stage, "Ada"), await member(stage, "Bob")];
      await create(ada, "Openings");
      await move(ada, "e2", "e4", "e4");
      await comment(ada, "Ada's comment.");
      await saved(ada);
      bob.expected.push(/40[34]/);
      await bob.visit(`/#study=${idOf(ada)}`);
      await bob.page.getByText("This study cannot be opened").waitFor();
      await include(ada, "Bob");
      await bob.page.reload();
      await bob.seated();
      await tree(bob).getByText("Ada's comment.").waitFor();
      await ada.page.getByTestId("present").getByText("Bob").waitFor();

      await tree(bob).getByRole("button", { name: "1. e4" }).click();
      await Promise.all([comment(bob, "Bob's comment."), move(ada, "e7", "e5", "e5")]);
      await move(bob, "c7", "c5", "c5");
      for (const person of [ada, bob]) {
        for (const text of ["Ada's comment.", "Bob's comment.", "e5", "c5"]) await tree(person).getByText(text).waitFor();
        await saved(person);
      }
      // Bob continues after Ada's move, which she can then no longer undo.
      await tree(bob).getByRole("button", { name: "e5" }).click();
      await move(bob, "g1", "f3", "Nf3");
      await tree(ada).getByText("Nf3").waitFor();
      await ada.page.getByTestId("undo-edit").click();
      await ada.page.getByText("Others have continued after this move").waitFor();
      await bob.page.getByTestId("undo-edit").click();
      await tree(ada).getByText("Nf3").waitFor({ state: "detached" });
      await tree(ada).getByText("Bob's comment.").waitFor();
    });

    test("nothing is lost when the server is killed while a user edits", async () => {
      const ada = await member(stage, "Ada 2");
      // The engine may load its scripts while the server is away.
      ada.expected.push(/ERR_CONNECTION_REFUSED|WebSocket connection|Failed to fetch dynamically imported module/);
      await create(ada, "Endings");
      await move(ada, "e2", "e4", "e4");
      await saved(ada);
      await stage.server.kill();
      await move(ada, "e7", "e5", "e5");
      await comment(ada, "Written offline.");
      await ada.page.getByTestId("saving").getByText("Offline: 2 changes will be sent").waitFor();
      await stage.server.start();
      await saved(ada);
      const again = await member(stage, "Bob 2");
      again.expected.push(...ada.expected);
      await include(ada, "Bob 2");
      await again.visit(`/#study=${idOf(ada)}`);
      await tree(again).getByText("Written offline.").waitFor();
      // What a closed page could not send is sent when the study is opened again.
      await stage.server.kill();
      await move(ada, "g1", "f3", "Nf3");
      await ada.page.getByTestId("saving").getByText("Offline: 1 change will be sent").waitFor();
      await ada.page.goto("about:blank");
      await stage.server.start();
      await ada.visit(`/#study=${idOf(again)}`);
      await tree(again).getByText("Nf3").waitFor();
    });

    test("records are imported with all games, edited, exported and searched; a start position can be changed", async () => {
      const ada = await member(stage, "Ada 3");
      const { page } = ada;
      await create(ada, "Games of Ada", "Public");
      await page.getByTestId("tab-study").click();
      await page.getByTestId("new-chapter").click();
      await page.getByTestId("import-chapters").click();
      await page.getByTestId("record-text").fill(RECORDS);
      await page.getByTestId("open-record").click();
      // The first game is shown.
      await tree(ada).getByText("Sicilian.").waitFor();
      const chapters = page.getByTestId("chapters");
      // A chapter from a variation, in one press.
      await tree(ada).getByRole("button", { name: "c5" }).click();
      await page.getByTestId("branch").click();
      await page.getByText("Ada – Bob: variation").first().waitFor();
      await tree(ada).getByText("King's pawn.").waitFor();
      await tree(ada).getByText("e5", { exact: true }).waitFor({ state: "detached" });
      await page.goBack();
      await page.getByTestId("share-study-open").click();
      const download = page.waitForEvent("download");
      await page.getByTestId("save-study-record").click();
      const record = await readFile(await (await download).path(), "utf8");
      assert.match(record, /\[White "Ada"\]/);
      assert.match(record, /Sicilian\./);
      assert.equal(record.match(/^\[ChapterName /gm).length, 4);
      await closeDialog(ada);

      // Moves that the new start position does not allow are marked.
      await page.getByTestId("tab-study").click();
      await chapters.getByRole("button", { name: "Settings of Ada – Bob", exact: true }).click();
      await page.getByTestId("edit-start").click();
      await page.getByTestId("editor-text").fill("rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1");
      await page.getByTestId("use-position").click();
      await page.getByTestId("tab-moves").click();
      await tree(ada).getByRole("button", { name: /e2e4 not legal from the new start position/ }).waitFor();
      await tree(ada).getByRole("button", { name: /g1f3 not legal/ }).first().waitFor();

      // Guests find the public study by its text and its player.
      const guest = await stage.person();
      await guest.visit("/#studies");
      await guest.page.getByTestId("sought-text").fill("games of");
      await guest.page.getByTestId("search-studies").click();
      await guest.page.getByTestId("found-studies").getByRole("link", { name: /Games of Ada/ }).waitFor();
      await guest.page.getByTestId("sought-text").fill("nonesuch");
      await guest.page.getByTestId("search-studies").click();
      await guest.page.getByText("No study matches.").waitFor();
      await guest.visit("/#person=Ada%203");
      await guest.page.getByTestId("profile-studies").getByRole("link", { name: /Games of Ada/ }).waitFor();
    });

    test("an interactive chapter is solved on a phone, with a hint and feedback, and copied with credit", async () => {
      const ada = await member(stage, "Ada 4");
      await create(ada, "Tactics", "Public");
      await move(ada, "e2", "e4", "e4");
      await comment(ada, "The centre is yours.");
      await move(ada, "e7", "e5", "e5");
      await move(ada, "g1", "f3", "Nf3");
      await tree(ada).getByRole("button", { name: "Start position" }).click();
      await move(ada, "d2", "d4", "d4");
      await comment(ada, "Too early.");
      await ada.page.getByTestId("tab-study").click();
      await ada.page.getByTestId("chapter-settings").click();
      await ada.page.getByRole("radio", { name: "Interactive" }).check();
      await ada.page.getByTestId("save-chapter").click();
      await ada.page.getByTestId("tab-moves").click();
      await tree(ada).getByRole("button", { name: "Start position" }).click();
      await ada.page.getByTestId("hint-text").fill("Take the centre.");
      await ada.page.getByTestId("hint-text").blur();
      await saved(ada);

      const bob = await member(stage, "Bob 4", PHONE);
      const { page } = bob;
      await bob.visit(`/#study=${idOf(ada)}`);
      await page.getByText("Find the move for White.").waitFor();
      assert.equal(await tree(bob).count(), 0);
      const play = async (from, to) => {
        await bob.tap(from);
        await bob.tap(to);
      };
      await play("d2", "d4");
      await page.getByText("That is not the move.").waitFor();
      await page.getByText("Too early.").waitFor();
      await page.getByTestId("exercise-again").click();
      await page.getByTestId("exercise-show-hint").click();
      await page.getByTestId("exercise-hint").getByText("Take the centre.").waitFor();
      await play("e2", "e4");
      await page.getByText("Right.").waitFor();
      await page.getByText("The centre is yours.").waitFor();
      await page.getByText("Find the move for White.").waitFor();
      await play("g1", "f3");
      await page.getByText("You found 1 of 2 moves at once.").waitFor();

      await page.getByTestId("fork").click();
      await page.getByRole("link", { name: "Copied from “Tactics” by Ada 4" }).waitFor();
      await tree(bob).getByText("Too early.").waitFor();

      // Another site shows it, also in a sandboxed frame.
      for (const embed of [elsewhere, sandboxed]) {
        const other = await embed(`${stage.server.url}/embed?study=${idOf(ada)}`);
        const reader = await stage.person();
        await reader.page.goto(other.url);
        await reader.page.frameLocator("iframe").getByText("Find the move for White.").waitFor();
        await reader.leave();
        other.close();
      }
    });

    test("a sandboxed frame shows a chapter, follows its edits, and says when it is no longer shared", async () => {
      const ada = await member(stage, "Ada 5");
      await create(ada, "Embedded", "Public");
      await move(ada, "e2", "e4", "e4");
      await saved(ada);
      const site = await sandboxed(`${stage.server.url}/embed?study=${idOf(ada)}`);
      const reader = await stage.person();
      // The viewer asks for a study that it can no longer read.
      reader.expected.push(/404/);
      await reader.page.goto(site.url);
      const frame = reader.page.frameLocator("iframe");
      await frame.getByTestId("move-tree").getByText("e4").waitFor();
      await move(ada, "e7", "e5", "e5");
      await frame.getByTestId("move-tree").getByText("e5").waitFor();
      await ada.page.getByTestId("study-settings-open").click();
      await ada.page.getByRole("radio", { name: "Private" }).check();
      await ada.page.getByTestId("save-study").click();
      await frame.getByTestId("note").getByText("Study not found").waitFor();
      site.close();
    });

    test("a finished game becomes a chapter, and its position finds the study", async () => {
      const ada = await member(stage, "Ada 6");
      const { page } = ada;
      await create(ada, "Traps", "Public");
      const study = idOf(ada);
      await ada.begin({ name: "Chess" });
      for (const text of ["f2f3", "e7e5", "g2g4", "d8h4"]) await ada.play(text);
      await ada.result.getByRole("button", { name: "View the board" }).click();
      await page.getByTestId("ended").getByTestId("add-to-study-open").click();
      await page.getByTestId("destination").selectOption({ label: "Traps" });
      await page.getByTestId("add-title").fill("Fool's mate");
      await page.getByTestId("add").click();
      await page.getByTestId("open-study").click();
      await page.getByTestId("study-name").getByText("Traps").waitFor();
      assert.equal(idOf(ada), study);
      await tree(ada).getByText("Qh4#").waitFor();
      await page.getByTestId("tab-study").click();
      await page.getByTestId("chapters").getByRole("link", { name: "Fool's mate" }).waitFor();

      // A guest finds the study by a position on the analysis board; studies are indexed a moment after a change.
      const guest = await stage.person();
      for (const [moves, isFound] of [["f2f3 e7e5 g2g4", true], ["f2f4 e7e5 g2g4", false]]) {
        await guest.visit("/");
        await guest.visit(`/#analysis?game=chess&moves=${moves.replaceAll(" ", "+")}`);
        await guest.seated();
        await guest.page.getByTestId("tab-explorer").click();
        await guest.page.getByTestId("studies-with-position").click();
        const found = guest.page.getByTestId("found-studies");
        if (isFound) {
          for (;;) {
            await found.getByRole("link", { name: /Traps/ }).or(found.getByText("No study matches.")).first().waitFor();
            if ((await found.getByRole("link", { name: /Traps/ }).count()) > 0) break;
            await guest.page.reload();
          }
        } else await found.getByText("No study matches.").waitFor();
      }
    });

    test("a study is reported, read by a moderator although it is private, hidden from readers, and shown again", async () => {
      const [ada, bob, mo] = [await member(stage, "Ada 7"), await member(stage, "Bob 7"), await member(stage, "Mo 7")];
      for (const person of [bob, mo]) person.expected.push(/40[34]/);
      await stage.server.administer("role", "Mo 7", "moderator", "--reason", "asked for help");
      await create(ada, "Insults", "Private");
      await move(ada, "e2", "e4", "e4");
      await comment(ada, "Rude words.");
      await saved(ada);
      const address = `/#study=${idOf(ada)}`;
      await include(ada, "Bob 7");
      await mo.visit(address);
      await mo.page.getByText("This study cannot be opened").waitFor();
      await bob.visit(address);
      await bob.seated();
      await bob.page.getByTestId("share-study-open").click();
      await bob.page.getByTestId("report").click();
      await bob.page.getByTestId("report-text").fill("They insult people.");
      await bob.page.getByTestId("report-send").click();
      await bob.page.getByText("Thank you. A moderator will review your report.").waitFor();

      await mo.visit("/#order");
      await mo.page.getByTestId("complaints").getByText("They insult people.").click();
      await mo.page.getByTestId("case").getByRole("link", { name: "Study" }).click();
      await tree(mo).getByText("Rude words.").waitFor();
      // The owner is not told who reads the study.
      assert.equal(await ada.page.getByTestId("present").getByText("Mo 7").count(), 0);
      await ada.page.getByTestId("study-settings-open").click();
      await ada.page.getByRole("radio", { name: "Public" }).check();
      await ada.page.getByTestId("save-study").click();
      await ada.page.getByTestId("save-study").waitFor({ state: "detached" });

      const act = async (kind, reason) => {
        await mo.page.getByTestId("act-kind").selectOption(kind);
        await mo.page.getByTestId("act-reason").fill(reason);
        await mo.page.getByTestId("act-do").click();
        await mo.page.getByTestId("measures").getByText(reason).waitFor();
      };
      await mo.page.goBack();
      await mo.page.getByTestId("complaints").getByText("They insult people.").click();
      await act("hide", "Insults");
      await ada.page.getByText("Moderators have hidden this study from other users.").waitFor();
      const guest = await stage.person();
      guest.expected.push(/404/);
      await guest.visit(address);
      await guest.page.getByText("This study cannot be opened").waitFor();
      await act("show", "Rewritten");
      await guest.page.reload();
      await tree(guest).getByText("Rude words.").waitFor();
      await mo.page.getByTestId("back").click();
      await mo.choose("Section", "Moderation log");
      await mo.page.getByTestId("measures").getByText("Reported private study read").waitFor();
    });

    test("a guest's study is kept on the device, gets an analysis, and comes along at sign-up", async () => {
      const guest = await stage.person();
      const { page } = guest;
      await create(guest, "My first study");
      await page.getByTestId("saving").getByText("Saved on this device").waitFor();
      await move(guest, "e2", "e4", "e4");
      await comment(guest, "Kept here.");
      await page.reload();
      await tree(guest).getByText("Kept here.").waitFor();
      await guest.visit("/#analysis?game=chess&moves=d2d4+d7d5");
      await guest.seated();
      await page.getByTestId("add-to-study-open").click();
      await page.getByTestId("add-title").fill("Queen's pawn");
      await page.getByTestId("add").click();
      await page.getByTestId("open-study").click();
      await tree(guest).getByText("d5").waitFor();

      await found(guest, "Una 5");
      await guest.visit("/#studies");
      await page.getByTestId("my-studies").getByRole("link", { name: /My first study/ }).click();
      await tree(guest).getByText("Kept here.").waitFor();
      await saved(guest);
      await page.getByTestId("tab-study").click();
      await page.getByTestId("chapters").getByRole("link", { name: "Queen's pawn" }).waitFor();
      assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem("entourage.study")).title), "");
    });
  },
  OWN_SERVER,
);
