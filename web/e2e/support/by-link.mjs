// Whole games between two devices by link.
import assert from "node:assert/strict";
import { CHOICES, HOMECOMING, MANHUNT, MATE_FROM_OUTSIDE } from "./games.mjs";
import { playthrough } from "./playthrough.mjs";
import { decide } from "./setup.mjs";

export const TODDLER = { moves: playthrough("playthrough-2").moves, status: "win-1 threat-and-capture", sentence: "White wins: Threat and Capture" };
export const SYMMETRON = { moves: MATE_FROM_OUTSIDE, status: "win-1 checkmate", sentence: "White wins: checkmate" };
export const PLAIN = {
  moves: HOMECOMING,
  terms: [["Cards per player", "0"]],
  choice: (person) => decide(person, {}),
  status: "win-1 goal",
  sentence: "Player 1 wins: White has reached its goal",
};
export const RULES = {
  moves: MANHUNT,
  choice: (person, side) => decide(person, CHOICES[side]),
  status: "win-1 white-captured",
  sentence: "Player 1 wins: the enemy White is captured",
};

/** Returns the player whose turn it is, according to the host's page. */
export async function mover({ host, friend }) {
  const second = await host.page.locator("[data-testid=status] .player.moves.second").count();
  return second ? friend : host;
}

/** Plays moves between two plies and waits until all users have seen each. */
export async function playOn(game, moves, from, to) {
  for (let ply = from; ply < to; ply++) {
    await (await mover(game)).play(moves[ply]);
    for (const person of game.people) await person.listed(ply + 1);
  }
}

/** Restarts the server as after a power failure. */
export async function restart(stage) {
  await stage.server.kill();
  await stage.server.start();
}

export const offer = (person) => person.page.getByTestId("offer");
export const answer = (person, what) => offer(person).getByRole("button", { name: what }).click();

/** Requests and accepts a takeback, then plays the move again. */
export async function takeBack(game, moves, ply) {
  const answers = await mover(game);
  const asks = answers === game.host ? game.friend : game.host;
  await asks.act("takeback");
  await answer(answers, "Accept");
  for (const person of game.people) await person.listed(ply - 1);
  await playOn(game, moves, ply - 1, ply);
}

export const tab = (person, name) => person.page.getByRole("tab", { name }).click();

export async function say(person, text) {
  await tab(person, "Chat");
  await person.page.getByTestId("chat-text").fill(text);
  await person.page.getByTestId("chat-send").click();
  await tab(person, "Game");
}

/** Compares the end of the game on both devices, in the record and on the board. */
export async function ended(stage, game, { moves, status, sentence }) {
  const { host, friend, watcher, people } = game;
  await host.result.getByRole("heading", { name: "You won" }).waitFor();
  await friend.result.getByRole("heading", { name: "You lost" }).waitFor();
  for (const person of [host, friend]) await person.result.getByText(sentence).first().waitFor();
  await watcher.result.waitFor();
  const kept = await stage.kept(host);
  assert.deepEqual(kept.moves, moves);
  assert.equal(kept.status, status);
  // All see the same, and no more moves are possible.
  for (const person of [host, friend]) await person.result.getByRole("button", { name: "View the board" }).click();
  const seen = (await host.labels()).sort();
  assert.deepEqual((await friend.labels()).sort(), seen);
  assert.deepEqual(seen.filter((label) => /\d moves?\b/.test(label)), []);
  for (const person of people) assert.equal(await person.banner.isVisible(), false);
}
