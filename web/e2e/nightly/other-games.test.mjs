// Whole games of all other kinds, by clicks from start to end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CHOICES, HOMECOMING, MANHUNT, MATE_FROM_OUTSIDE } from "../support/games.mjs";
import { playthrough } from "../support/playthrough.mjs";
import { choose, cover, propose } from "../support/setup.mjs";
import { suite } from "../support/stage.mjs";

/** Plays moves by clicks; `seen` has checks to run after some of them. */
async function playAll(person, moves, seen = {}) {
  for (const [i, move] of moves.entries()) {
    await person.play(move);
    await person.listed(i + 1);
    await seen[i + 1]?.(move);
  }
}

/** Checks how a game ended on the page and on the server. */
async function ended(stage, person, { moves, status, sentence }) {
  await person.result.getByText(sentence).first().waitFor();
  assert.ok((await person.heard()).endsWith(sentence), await person.heard());
  await person.result.getByRole("button", { name: "View the board" }).click();
  assert.ok((await person.status.innerText()).includes(sentence), await person.status.innerText());
  assert.deepEqual((await person.labels()).filter((label) => /\d moves?\b/.test(label)), [], "no move is possible");
  const kept = await stage.kept(person);
  assert.deepEqual(kept.moves, moves);
  assert.equal(kept.status, status);
}

/** Reads a ply from the move list. */
const shown = async (person, ply) => (await person.page.locator(`[data-ply="${ply}"] .way`).innerText()).trim();

suite("a whole game of Symmetron! 44", (stage) => {
  test("by clicks: symmetrised slides, mutations, a recruit, and mate from the Launching Square", async () => {
    const person = await stage.person();
    await person.begin({ name: "Symmetron! 44" });
    assert.ok((await person.middle("wls")).x > (await person.middle("g1")).x, "Launching Squares lie beside the board");
    assert.ok((await person.middle("bls")).y < (await person.middle("wls")).y);
    assert.match(await person.label("f1"), /White Advancer-Rook \(Symmetrised\)/);
    assert.equal(await person.marked("symmetrised"), 2);
    assert.equal(await person.marked("reduced"), 0);

    const moves = MATE_FROM_OUTSIDE;
    await playAll(person, moves, {
      async 2() {
        // A Pawn beside its SHS is selected like any other piece, and shows both destinations and mutation.
        await person.click("f2");
        assert.ok(await person.chooser.isHidden());
        assert.match(await person.label("f2"), /White Pawn.*, selected, possible: transform/);
        assert.match(await person.label("g2"), /White Pawn/);
        assert.ok(((await person.page.locator(".targets").getAttribute("data-targets")) ?? "").split(" ").length >= 2);
        await person.page.getByText("select the piece again for its special action").waitFor();
        await person.click("f2");
        await person.confirmation.getByText("Bawn").waitFor();
        await person.listed(2);
        await person.confirmation.getByRole("button", { name: "Cancel" }).click();
        await person.confirmation.waitFor({ state: "detached" });
        assert.match(await person.label("f2"), /White Pawn.*, \d moves/);
      },
      async 3() {
        assert.match(await person.label("f2"), /White Bawn/);
        assert.equal(await shown(person, 3), "f2 = Bawn");
      },
      async 11() {
        assert.match(await person.label("wls"), /White Knight/);
        assert.match(await person.heard(), /Knight/);
      },
      async 13() {
        assert.equal(await shown(person, 13), "f1 → b5 × a6");
        assert.match(await person.label("a6"), /empty/);
        assert.match(await person.label("b5"), /White Advancer-Rook \(Reduced\)/);
        assert.equal(await person.marked("reduced"), 1);
      },
      async 21() {
        assert.match(await person.status.innerText(), /Check/);
      },
    });
    await ended(stage, person, { moves, status: "win-1 checkmate", sentence: "White wins: checkmate" });
  });

  test("by dragging, also from Launching Squares; promotion asks what the Pawn becomes", async () => {
    const person = await stage.person();
    await person.begin({ name: "Symmetron! 44" });
    const moves =
      "c2d3 e5d4 f2f3 b5b4 g1e3 b4a4 a2a3 blsb5 g2g3 g5g4 a1a2 a4b4 a3a4 d4d3 e3f4 f6e5 a4b5 d3d2 e2d2 c5d4 b5a6=G d5c4 f4e5".split(" ");
    for (const [i, move] of moves.entries()) {
      if (i === 20) {
        await person.click("b5", "a6");
        const offered = (await person.chooser.getByRole("listitem").allInnerTexts()).map((text) => text.trim()).sort();
        assert.deepEqual(offered, ["b5 × a6 = Dragon-Rook", "b5 × a6 = Advancer-Bishop", "b5 × a6 = Knight"].sort());
        await person.chooser.getByRole("button", { name: "Cancel" }).click();
      }
      await person.dragMove(move);
      await person.listed(i + 1);
    }
    await ended(stage, person, { moves, status: "win-1 checkmate", sentence: "White wins: checkmate" });
    assert.match(await person.label("a6"), /White Dragon-Rook/);
  });
});

suite("a whole game of Struggle", (stage) => {
  test("without cards, by clicks: turns of several plies, chains that continue or end, a zap, and White at the goal", async () => {
    const person = await stage.person();
    await propose(person, { picks: 0 });
    await choose(person, 1, {});
    await choose(person, 2, {});
    await person.seated();
    const moves = HOMECOMING;
    const end = person.page.getByTestId("move-end");
    await playAll(person, moves, {
      async 4() {
        // An own piece that others jump over can be selected.
        await person.click("a1", "b2");
        assert.match(await person.label("b2"), /selected/);
        assert.doesNotMatch(await person.label("a1"), /selected/);
        assert.equal(await end.count(), 0);
      },
      async 5() {
        assert.match(await person.status.innerText(), /Player 1 to move/);
        assert.match(await person.label("c3"), /White.*\(Can continue\)/);
        assert.equal(await person.marked("may-go-on"), 1);
        await end.waitFor();
        assert.match(await person.label("c4"), /no moves/);
      },
      async 6() {
        assert.match(await person.status.innerText(), /Player 2 to move/);
        assert.equal(await end.count(), 0);
      },
      async 14() {
        assert.equal(await shown(person, 14), "c5 → d7");
      },
      async 28() {
        assert.equal(await shown(person, 28), "b9 × b10 → b11");
      },
    });
    assert.match(await person.label("b10"), /b10, empty/);
    await ended(stage, person, { moves, status: "win-1 goal", sentence: "Player 1 wins: White has reached its goal" });
  });

  test("with Rules that both players chose in secret on one screen: a Pact, a trade, a wrap, Jolt, spent Armor, the Reaper's answer", async () => {
    const person = await stage.person();
    await propose(person);
    await choose(person, 1, CHOICES[1]);
    await cover(person).getByRole("heading", { name: "Player 1 is ready. Pass the device to the other player." }).waitFor();
    await choose(person, 2, CHOICES[2]);
    await person.seated();
    const begun = await stage.kept(person);
    assert.ok(begun.spec.startsWith("struggle:1=torus@B+pact+armor@R/KBGRY,2=reaper@Y+jolt@K+hatter/YRGBK"), begun.spec);
    assert.match(await person.label("a3"), /Player 1 Green/);
    for (const [square, name] of [["b2", "Player 1 Blue (Torus)"], ["b3", "Player 1 Red (Armor)"], ["a11", "Player 2 Black (Jolt)"]]) {
      assert.ok((await person.label(square)).includes(name), await person.label(square));
    }

    const moves = MANHUNT;
    const thread = person.page.locator(".thread[data-aura=bond]");
    await playAll(person, moves, {
      async 5() {
        assert.equal(await thread.count(), 0);
      },
      async 6() {
        assert.equal(await shown(person, 6), "c3||c11");
        assert.match(await person.status.innerText(), /Player 1 to move/);
        assert.equal(await thread.count(), 1);
      },
      async 9() {
        assert.match(await person.status.innerText(), /Player 2 to move/);
        assert.match(await person.label("b10"), /Player 2 Blue \(Can continue\)/);
      },
      async 14() {
        assert.equal(await shown(person, 14), "d10 ⇄ a12");
        assert.match(await person.label("a12"), /Player 2 Green/);
        assert.equal(await thread.count(), 1, "the Pact moves with the piece");
      },
      async 27() {
        assert.equal(await person.marked("armor-spent"), 0);
      },
      async 28() {
        assert.match(await person.label("b9"), /Player 1 Red \(Armor, spent\)/);
        assert.equal(await person.marked("armor-spent"), 1);
      },
      async 38() {
        assert.match(await person.label("d9"), /Player 2 Yellow \(Grim Reaper\)/);
      },
      async 44() {
        assert.equal(await thread.count(), 0, "the partner is captured");
      },
    });
    await ended(stage, person, { moves, status: "win-1 white-captured", sentence: "Player 1 wins: the enemy White is captured" });
  });

  test("with other Rules, visible to both players: Teleports, Cabooses and a Sacrifice", async () => {
    const { spec, start, moves, plies } = playthrough("playthrough-2", "struggle");
    const person = await stage.person();
    await person.begin({ name: "Struggle", game: [spec, start].join("\n") });
    await playAll(person, moves);
    await ended(stage, person, { moves, status: plies.at(-1).status, sentence: "Player 1 wins: the enemy White is captured" });
  });
});

suite("a whole game of chess", (stage) => {
  test("by clicks: en passant, promotion, castling, checkmate", async () => {
    const person = await stage.person();
    await person.visit();
    const offered = person.page.getByRole("group", { name: "Game", exact: true }).getByRole("button");
    await offered.first().waitFor();
    assert.equal(await offered.last().locator(".name").innerText(), "Chess", "chess is the last game in the list");
    await person.begin({ name: "Chess" });
    const moves = "e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 d6c7 h7h6 c7b8q a8b8 g1f3 h6h5 f1c4 h5h4 e1g1 c8f5 f3e5 f6d5 b1c3 d5b4 c4f7".split(" ");
    await playAll(person, moves, {
      async 4() {
        await person.click("e5");
        assert.match(await person.label("d6"), /empty, possible: capture/);
        await person.click("e5");
      },
      async 5() {
        assert.match(await person.label("d5"), /d5, empty/);
        assert.equal(await shown(person, 5), "exd6");
      },
      async 8() {
        await person.click("c7", "b8");
        const choices = (await person.chooser.getByRole("listitem").allInnerTexts()).map((text) => text.trim()).sort();
        assert.deepEqual(choices, ["B", "N", "Q", "R"].map((kind) => `cxb8=${kind}`));
        await person.chooser.getByRole("button", { name: "Cancel" }).click();
      },
      async 9() {
        assert.match(await person.label("b8"), /White Queen/);
      },
      async 15() {
        assert.match(await person.label("g1"), /White King/);
        assert.match(await person.label("f1"), /White Rook/);
        assert.match(await person.label("h1"), /empty/);
      },
    });
    await ended(stage, person, { moves, status: "win-1 checkmate", sentence: "White wins: checkmate" });
  });
});
