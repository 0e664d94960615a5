// What Lighthouse thinks of the start page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { judge, missing } from "../support/lighthouse.mjs";
import { suite } from "../support/stage.mjs";

/** The least score in each category but that of speed, which depends on what else the machine does: `cargo xtask bench page` prints that. */
const LEAST = 0.95;

suite("Lighthouse", (stage) => {
  test("finds the start page accessible, well made and easily found", { skip: missing }, async () => {
    for (const { id, score, faults } of await judge(stage.server.url)) {
      if (id !== "performance") assert.ok(score >= LEAST, `${id} ${score}: ${faults.join("; ")}`);
    }
  });
});
