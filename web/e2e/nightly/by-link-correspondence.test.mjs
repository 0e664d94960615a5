// Whole correspondence games between two devices, with a restart of the server.
import assert from "node:assert/strict";
import { test } from "node:test";
import { seat } from "../support/apart.mjs";
import { ended, mover, playOn, restart, RULES, SYMMETRON, TODDLER } from "../support/by-link.mjs";
import { OWN_SERVER, suite } from "../support/stage.mjs";

const CORRESPONDENCE = [["Time control", "Correspondence"]];

/** Plays a correspondence game with a vacation, a note, confirmed moves and a restart of the server. */
async function correspondence(stage, name, { moves, choice, ...end }) {
  const game = await seat(stage, name, CORRESPONDENCE, choice);
  const { host, friend } = game;
  const half = moves.length >> 1;
  await playOn(game, moves, 0, half);
  const rests = await mover(game);
  await rests.act("rest");
  await rests.page.getByTestId("rest-go").click();
  for (const person of [host, friend]) await person.page.getByTestId("away").waitFor();
  await restart(stage);
  // The devices are closed in between.
  for (const person of [host, friend]) {
    await person.visit("/");
    await person.page.goBack();
    await person.listed(half);
    await person.page.getByTestId("away").waitFor();
  }
  await playOn(game, moves, half, moves.length);
  await ended(stage, game, { moves, ...end });
  assert.match((await stage.kept(host)).pace, /^correspondence /);
}

suite("whole correspondence games by link", (stage) => {
  test("The Toddler", () => correspondence(stage, "The Toddler", TODDLER));
  test("Symmetron! 44", () => correspondence(stage, "Symmetron! 44", SYMMETRON));
  test("Struggle, with Rules chosen in secret", () => correspondence(stage, "Struggle", RULES));
}, OWN_SERVER);
