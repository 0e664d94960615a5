// Whole real-time games between two devices, with a restart of the server.
import assert from "node:assert/strict";
import { test } from "node:test";
import { seat } from "../support/apart.mjs";
import { answer, ended, offer, PLAIN, playOn, restart, say, SYMMETRON, tab, takeBack, TODDLER } from "../support/by-link.mjs";
import { OWN_SERVER, suite } from "../support/stage.mjs";

const LIVE = [["Time control", "Real time"]];

/** Plays a real-time game with chat, a declined draw, a takeback and a restart of the server. */
async function live(stage, name, { moves, choice, terms = [], ...end }) {
  const game = await seat(stage, name, [...LIVE, ...terms], choice);
  const { host, friend } = game;
  const half = moves.length >> 1;
  await playOn(game, moves, 0, 2);
  await say(host, "Have a good game!");
  await friend.page.getByTestId("unread").getByText("1").waitFor();
  await say(friend, "You, too.");
  await takeBack(game, moves, 2);
  await playOn(game, moves, 2, half);
  await host.act("draw");
  await answer(friend, "Decline");
  await offer(host).getByText("Draw offer sent.").waitFor({ state: "detached" });
  await restart(stage);
  await playOn(game, moves, half, moves.length);
  await ended(stage, game, { moves, ...end });
  const { pace, clock } = await stage.kept(host);
  assert.match(pace, /^live /);
  assert.equal(clock.sides.length, 2);
  await tab(host, "Chat");
  const said = host.page.getByTestId("chat-lines").locator("p");
  await said.nth(1).waitFor();
  assert.deepEqual(await said.allTextContents(), ["Have a good game!", "You, too."]);
}

suite("whole real-time games by link", (stage) => {
  test("The Toddler", () => live(stage, "The Toddler", TODDLER));
  test("Symmetron! 44", () => live(stage, "Symmetron! 44", SYMMETRON));
  test("Struggle", () => live(stage, "Struggle", PLAIN));
}, OWN_SERVER);
