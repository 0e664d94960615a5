// Whole games from the start to Threat and Capture, each with another input method.
import assert from "node:assert/strict";
import { test } from "node:test";
import { playthrough, squaresOf } from "../support/playthrough.mjs";
import { suite } from "../support/stage.mjs";

suite("a whole game", (stage) => {
  test("by clicks, with a reload and a second device in the middle", async () => {
    const { plies, moves } = playthrough("playthrough-1");
    const person = await stage.person();
    await person.begin();
    for (const [i, { move, status }] of plies.entries()) {
      const ply = i + 1;
      await person.play(move);
      await person.listed(ply);
      const threat = status === "threat";
      assert.equal(/^Threat!/.test((await person.status.locator(".middle").innerText()).trim()), threat, `${ply}. ${move}`);
      assert.equal(await person.page.getByRole("alert").filter({ hasText: "Threat!" }).count(), threat ? 1 : 0);
      assert.equal(/Threat!/.test(await person.heard()), threat, await person.heard());
      if (ply !== 26) continue;

      // The game is the same on this device and on another that has only the address.
      const seen = await person.labels();
      await person.page.reload();
      await person.listed(ply);
      assert.deepEqual(await person.labels(), seen);
      await person.sent();
      const friend = await stage.person();
      await friend.visit(person.page.url());
      await friend.listed(ply);
      assert.deepEqual(await friend.labels(), seen);
      await friend.leave();
    }

    await person.result.waitFor();
    assert.match(await person.result.innerText(), /^White wins: Threat and Capture/);
    assert.match(await person.heard(), /White wins: Threat and Capture$/);
    await person.result.getByRole("button", { name: "View the board" }).click();
    assert.match(await person.status.innerText(), /White wins: Threat and Capture/);
    assert.equal(await person.pass.count(), 0);
    assert.deepEqual((await person.labels()).filter((label) => /\d moves?\b/.test(label)), [], "no move is possible");
    const kept = await stage.kept(person);
    assert.deepEqual(kept.moves, moves);
    assert.equal(kept.status, "win-1 threat-and-capture");
  });

  test("by drag and drop", async () => {
    const { moves } = playthrough("playthrough-2");
    const person = await stage.person();
    await person.begin();
    for (const [i, move] of moves.entries()) {
      await person.dragMove(move);
      await person.listed(i + 1);
    }
    await person.result.getByText("White wins: Threat and Capture").waitFor();
    assert.deepEqual((await stage.kept(person)).moves, moves);
  });

  test("by keyboard alone, from the first Tab on the start page", async () => {
    const { moves } = playthrough("playthrough-2");
    const person = await stage.person({ reducedMotion: "reduce" });
    const { keyboard } = person.page;
    await person.visit();
    await person.page.getByTestId("begin").waitFor();
    await person.tabTo((focus) => /^button Change/.test(focus));
    await keyboard.press("Enter");
    await person.tabTo((focus) => /^input Computer/.test(focus));
    await keyboard.press("ArrowRight");
    assert.match(await person.focus(), /^input With a friend/);
    await keyboard.press("ArrowRight");
    assert.match(await person.focus(), /^input Two players on one screen/);
    await person.tabTo((focus) => /^button Play The Toddler/.test(focus), true);
    await keyboard.press("Enter");
    await person.seated();
    await person.tabTo((focus) => /^gridcell/.test(focus));
    for (const [i, move] of moves.entries()) {
      const squares = squaresOf(move);
      await person.walk(squares[0]);
      assert.match(await person.focus(), /\d moves?\b/);
      await keyboard.press("Enter");
      await person.walk(squares.at(-1));
      assert.match(await person.focus(), /possible: /);
      await keyboard.press(i % 2 ? "Enter" : " ");
      await person.drawn();
      if (await person.chooser.isVisible()) {
        const wanted = await person.option(move).getAttribute("aria-label");
        await person.tabTo((focus) => focus === `button ${wanted}`);
        await keyboard.press("Enter");
      }
      if (await person.confirmation.isVisible()) {
        assert.match(await person.focus(), /^button Play/);
        await keyboard.press("Enter");
      }
      await person.listed(i + 1);
    }
    await person.result.waitFor();
    await person.tabTo((focus) => /^button View the board/.test(focus));
    await keyboard.press("Enter");
    await person.result.waitFor({ state: "hidden" });
    assert.deepEqual((await stage.kept(person)).moves, moves);
  });
});
