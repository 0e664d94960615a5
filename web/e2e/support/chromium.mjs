import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

// The first one draws no window and is a third faster.
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

// Turns off the browser's own background work.
const FLAGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

function find() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? "").split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

const executablePath = find();

/** Why browser tests are skipped, or `false`; in CI, skipping is an error. */
export const missing = executablePath ? false : "SKIPPED: Chromium is missing (install it, or name it in CHROMIUM)";
if (missing) {
  if (["true", "1"].includes(process.env.CI ?? "")) throw new Error(missing);
  console.error(missing);
}

/** Starts the system's Chromium with additional flags. */
export function launch(...flags) {
  // Chromium refuses to run its sandbox as root.
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath, args: [...FLAGS, ...sandbox, ...flags] });
}
