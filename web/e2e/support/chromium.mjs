import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

// The first has no window to draw, and takes a third less time.
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

// What a browser does for its maker would only add noise to what the page does.
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

/** Why the tests must be left out, or `false`; where nothing may be left out, that is an error. */
export const missing = executablePath ? false : "SKIPPED: Chromium is missing (install it, or name it in CHROMIUM)";
if (missing) {
  if (["true", "1"].includes(process.env.CI ?? "")) throw new Error(missing);
  console.error(missing);
}

/** Starts the system's Chromium, with further flags if there are any. */
export function launch(...flags) {
  // Chromium refuses to sandbox itself for the superuser.
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath, args: [...FLAGS, ...sandbox, ...flags] });
}
