import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "./chromium.mjs";

/** The folder in which `npm install lighthouse@12.8.2` was run; it is large and optional. */
const folder = process.env.LIGHTHOUSE;

/** Why Lighthouse is skipped, or `false`; in CI, skipping is an error. */
export const missing = folder ? false : "SKIPPED: Lighthouse is missing (`npm install lighthouse@12.8.2` in a folder of its own, and name that in LIGHTHOUSE)";
if (missing) {
  if (["true", "1"].includes(process.env.CI ?? "")) throw new Error(missing);
  console.error(missing);
}

/** Lighthouse's desktop settings. */
const DESK = {
  formFactor: "desktop",
  screenEmulation: { mobile: false, width: 1350, height: 940, deviceScaleFactor: 1, disabled: false },
  throttling: { rttMs: 40, throughputKbps: 10_240, cpuSlowdownMultiplier: 1, requestLatencyMs: 0, downloadThroughputKbps: 0, uploadThroughputKbps: 0 },
};

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

/** Runs Lighthouse on an address; returns scores by category, from 0 to 1, and the audits that failed. */
export async function judge(url, device = "phone") {
  const { default: lighthouse } = await import(pathToFileURL(join(folder, "node_modules/lighthouse/core/index.js")));
  const port = await freePort();
  const browser = await launch(`--remote-debugging-port=${port}`);
  try {
    const settings = device === "desk" ? DESK : {};
    const { lhr } = await lighthouse(url, { port, output: "json", logLevel: "error" }, { extends: "lighthouse:default", settings });
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
    return Object.values(lhr.categories).map(({ id, score, auditRefs }) => ({
      id,
      score,
      faults: auditRefs
        .filter(({ weight }) => weight > 0)
        .map(({ id }) => lhr.audits[id])
        .filter(({ score }) => score !== null && score < 1)
        .map(({ id, title, displayValue = "" }) => `${id}: ${title} ${displayValue}`.trim()),
    }));
  } finally {
    await browser.close();
  }
}
