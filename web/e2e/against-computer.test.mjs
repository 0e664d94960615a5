// Games against the computer, and its hints.
import assert from "node:assert/strict";
import { test } from "node:test";
import { squaresOf } from "./support/playthrough.mjs";
import { ANGEL_LOST, BLACK_WINS_NEXT, WHITE_WINS_NEXT } from "./support/positions.mjs";
import { suite } from "./support/stage.mjs";

suite("against the computer", (stage) => {
  test("the computer replies, and a move is taken back together with the reply", async () => {
    const person = await stage.person();
    await person.beginOnPage({ level: "3 Casual" });
    // The first game of its kind says how to win and what to do first.
    await person.page.getByTestId("goal").getByText(/^Capture the Toddler/).waitFor();
    await person.page.getByTestId("first-steps").getByText("Select one of your pieces").waitFor();
    await person.play("e9e8");
    await person.listed(2);
    assert.equal(await person.page.getByTestId("goal").count(), 0);
    assert.match(await person.status.innerText(), /Your turn/);
    await person.act("takeback");
    await person.listed(0);
    assert.match(await person.label("e9"), /White Soldier/);
    await person.play("d9d8");
    await person.listed(2);
    const { events, moves } = await stage.kept(person);
    assert.deepEqual(events.map(({ type }) => type), ["move", "move", "takeback", "move", "move"]);
    assert.equal(moves[0], "d9d8");
    await person.page.reload();
    await person.listed(2);
  });

  test("the computer begins if it has the first side, which is then at the top", async () => {
    const person = await stage.person();
    await person.beginOnPage({ level: "1 Beginner", side: "Black" });
    await person.listed(1);
    assert.ok((await person.middle("f11")).y < (await person.middle("f1")).y);
    // The computer's first move is random; the page suggests a move that is legal after it.
    const [, example] = /e\.g\. (\S+)/.exec(await person.page.getByText("e.g.").innerText());
    const field = person.page.getByTestId("typed-move");
    await field.fill(example);
    await field.press("Enter");
    await person.listed(3);
  });

  test("the user wins", async () => {
    const person = await stage.person();
    await person.begin({ level: "8 Master", position: WHITE_WINS_NEXT });
    await person.play("b3b1");
    await person.result.getByRole("heading", { name: "You won" }).waitFor();
    await person.result.getByText("White wins: Threat and Capture").waitFor();
    await person.listed(1);
    const picture = await person.result.locator("svg.board").boundingBox();
    const marks = await person.result.locator("svg.board .blamed").all();
    assert.ok(marks.length > 0);
    for (const mark of marks) {
      const { y, height } = await mark.boundingBox();
      assert.ok(y >= picture.y - 1 && y + height <= picture.y + picture.height + 1, "the pieces that end the game are in the picture");
    }
    await person.result.getByRole("link", { name: "Learn the next power" }).waitFor();
    assert.equal(await person.result.getByRole("button", { name: "Next level" }).count(), 0, "there is no level above the highest");
    await person.result.getByRole("button", { name: "Analyse" }).click();
    await person.page.getByTestId("move-tree").waitFor();
  });

  test("after a win, the next game and the start page are one level higher", async () => {
    const person = await stage.person();
    await person.begin({ level: "1 Beginner", position: WHITE_WINS_NEXT });
    await person.play("b3b1");
    await person.result.getByRole("button", { name: "Next level" }).click();
    await person.page.getByText("Computer level 2").first().waitFor();
    await person.listed(0);
    await person.visit();
    await person.page.getByText("Computer level 2 · White").waitFor();
    // Unfinished games are listed first.
    const games = person.page.getByRole("region", { name: "Games on this device" }).getByRole("listitem");
    await games.nth(1).getByText("White wins").waitFor();
    await games.first().getByText("Your turn").waitFor();
  });

  test("the user loses", async () => {
    const person = await stage.person();
    await person.begin({ level: "8 Master", position: BLACK_WINS_NEXT });
    await person.play("pass");
    await person.result.getByRole("heading", { name: "The computer won" }).waitFor();
    await person.result.getByText("Black wins: Threat and Capture").waitFor();
    assert.equal((await stage.kept(person)).status, "win-2 threat-and-capture");
  });

  test("a hint in a won position wins", async () => {
    const person = await stage.person();
    await person.begin({ level: "1 Beginner", position: WHITE_WINS_NEXT });
    await person.page.getByTestId("hint").click();
    const hint = person.page.getByTestId("prompt").getByText(/^Hint: /);
    await hint.waitFor();
    assert.match(await person.heard(), /^Hint: /);
    await person.page.locator(".way.hint").waitFor();
    await person.click(...squaresOf(await hint.innerText()));
    await person.result.getByRole("heading", { name: "You won" }).waitFor();
  });

  test("the page stays responsive while the computer thinks, and “Move now” ends the search", async () => {
    const person = await stage.person();
    await person.page.addInitScript(() => {
      // Searches at full strength without a limit unless overridden.
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message) {
        const { type, question } = message;
        const endless = { ...message, question: { ...question, level: 0 }, milliseconds: 3_600_000 };
        post.call(this, type === "think" ? endless : message);
      };
    });
    await person.begin({ level: "1 Beginner" });
    const thinking = person.page.getByTestId("thinking");
    const moveNow = thinking.getByRole("button", { name: "Move now" });
    await person.page.getByTestId("hint").click();
    await thinking.getByText("Finding a good move…").waitFor();
    await thinking.getByText("Depth").waitFor();
    await person.click("f11");
    await person.page.getByTestId("panel").getByText("White Toddler").waitFor();
    await moveNow.click();
    await person.page.getByTestId("prompt").getByText(/^Hint: /).waitFor();
    await person.listed(0);

    await person.page.keyboard.press("Escape");
    await person.play("e9e8");
    await thinking.getByText("The computer is thinking").waitFor();
    await thinking.getByText("Depth").waitFor();
    await person.click("e3");
    await person.page.getByTestId("panel").getByText("Black Soldier").waitFor();
    await person.listed(1);
    await moveNow.click();
    await person.listed(2);
    await thinking.waitFor({ state: "detached" });
  });

  test("before the computer captures an Angel, the pieces that attack it together are named", async () => {
    const person = await stage.person();
    await person.begin({ level: "8 Master", position: ANGEL_LOST });
    await person.play("pass");
    const sentence = "The Guardian Angel on e8 is attacked together by the Emperor on e5 and the Nurse on c6, so it can be captured.";
    await person.page.getByTestId("prompt").getByText(sentence).waitFor();
    assert.equal(await person.heard(), sentence);
    await person.listed(2);
    assert.match(await person.label("e8"), /Black/);
  });

  test("the computer stops thinking when the user takes a move back", async () => {
    const person = await stage.person();
    await person.begin({ level: "8 Master" });
    await person.play("e9e8");
    await person.act("takeback");
    await person.listed(0);
    await person.play("d9d8");
    await person.listed(2);
    assert.equal((await stage.kept(person)).moves[0], "d9d8");
  });

  test("two tabs of one game follow each other, and the computer moves once", async () => {
    const person = await stage.person();
    await person.begin({ level: "1 Beginner" });
    const other = await person.tab();
    await other.visit(person.page.url());
    await other.seated();
    const both = async (count) => {
      for (const tab of [person, other]) await tab.listed(count);
    };
    await person.play("e9e8");
    await both(2);
    await other.play("d9d8");
    await both(4);
    await person.act("takeback");
    await both(2);
    assert.match(await other.label("d9"), /White Soldier/);
    await person.play("pass");
    await both(4);
    for (const tab of [person, other]) assert.equal(await tab.banner.isVisible(), false);
    const { events } = await stage.kept(other);
    assert.deepEqual(events.map(({ type }) => type), ["move", "move", "move", "move", "takeback", "move", "move"]);
    await other.act("resign");
    await other.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    for (const tab of [person, other]) await tab.result.getByRole("heading", { name: "The computer won" }).waitFor();
  });

  test("if the tab in which the computer thinks is closed, it moves in another", async () => {
    const person = await stage.person();
    await person.begin({ level: "1 Beginner" });
    const other = await person.tab();
    await other.page.addInitScript(() => {
      // Never searches.
      Worker.prototype.postMessage = () => {};
    });
    await other.visit(person.page.url());
    await other.seated();
    await other.play("e9e8");
    await person.listed(1);
    await person.page.getByTestId("thinks-elsewhere").getByText("The computer is thinking in another tab.").waitFor();
    await other.page.close();
    await person.listed(2);
    assert.equal((await stage.kept(person)).moves.length, 2);
  });
});
