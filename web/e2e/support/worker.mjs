// A worker of `run.mjs`: it runs one file after another, all of them with one browser, and with one server where they need none of their own.
import { test } from "node:test";
import { keep } from "./stage.mjs";

const { ended, release } = keep();

process.on("message", async ({ file }) => {
  if (!file) {
    await release();
    return process.disconnect();
  }
  await import(file).catch((error) =>
    test(file, () => {
      throw error;
    }),
  );
  await ended();
  process.send({});
});
process.send({});
