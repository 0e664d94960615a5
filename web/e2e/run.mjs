// Runs test files in workers: `node e2e/run.mjs [--workers=N] [FILE …]`, by default all files of the test tier. There is one worker more than
// cores, at most four, because tests often wait. Failures are written to the file named by FAILURES, for `cargo xtask`.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const DURATIONS = resolve(HERE, "../test-results/durations.json");

const words = process.argv.slice(2);
const named = words.filter((word) => !word.startsWith("--")).map((word) => resolve(word));
const all = () => readdirSync(HERE).filter((name) => name.endsWith(".test.mjs")).map((name) => resolve(HERE, name));
const asked = Number(words.find((word) => word.startsWith("--workers="))?.slice("--workers=".length));

/** Durations of the last run: the longest files start first, so that no worker is left with one at the end. */
const durations = read();
const took = (file) => durations[basename(file)] ?? Infinity;
const files = (named.length > 0 ? named : all()).sort((one, other) => took(other) - took(one) || one.localeCompare(other));
const failures = [];

function read() {
  try {
    return JSON.parse(readFileSync(DURATIONS, "utf8"));
  } catch {
    return {};
  }
}

/** Runs files in a worker until none is left; returns whether all passed. */
async function work() {
  const execArgv = ["--test-reporter", fileURLToPath(new URL("support/report.mjs", import.meta.url)), "--test-reporter-destination", "stdout"];
  const worker = fork(resolve(HERE, "support/worker.mjs"), [], { execArgv });
  let [file, began] = [undefined, 0];
  worker.on("message", ({ failure }) => {
    if (failure) return failures.push(failure);
    if (file) durations[basename(file)] = Math.round(performance.now() - began);
    [file, began] = [files.shift(), performance.now()];
    worker.send({ file });
  });
  const [code] = await once(worker, "exit");
  if (file || (code !== 0 && failures.length === 0)) failures.push(`${basename(file ?? "run.mjs")}: the worker ended with ${code} in it\n`);
  return code === 0;
}

const workers = Math.min(files.length, asked || Math.min(availableParallelism() + 1, 4));
const count = files.length;
const began = performance.now();
const results = await Promise.all(Array.from({ length: workers }, work));
mkdirSync(dirname(DURATIONS), { recursive: true });
writeFileSync(DURATIONS, JSON.stringify(durations, null, 1));
if (process.env.FAILURES) writeFileSync(process.env.FAILURES, failures.join("\n"));
if (failures.length > 0) console.log(`\n${failures.join("\n")}`);
console.log(`${count} files in ${workers} workers, ${((performance.now() - began) / 1000).toFixed(0)} s; failed: ${failures.length}`);
process.exitCode = failures.length === 0 && results.every(Boolean) ? 0 : 1;
