// A worker of `run.mjs`: it runs files one after another, with one browser, and one server unless a file needs its own.
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
