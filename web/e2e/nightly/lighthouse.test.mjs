// Lighthouse's scores of the start page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { judge, missing } from "../support/lighthouse.mjs";
import { suite } from "../support/stage.mjs";

/** Minimum score in each category except speed, which depends on the machine: `cargo xtask bench page` prints it. */
const LEAST = 0.95;

suite("Lighthouse", (stage) => {
  test("gives the start page high scores in every category except speed", { skip: missing }, async () => {
    for (const { id, score, faults } of await judge(stage.server.url)) {
      if (id !== "performance") assert.ok(score >= LEAST, `${id} ${score}: ${faults.join("; ")}`);
    }
  });
});
