import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import type { Plugin } from "vite";

/** The file name of the service worker; it must be at the root to control all addresses. */
export const SERVICE = "service.js";

/** Files that are not cached: those that are useless offline (embedded viewer, link preview images, icons, error page). */
const LEFT_OUT = /^(embed\.html|card\.jpg|icon-[^/]*\.png|not_found\.css|index\.html|service\.js)$|\.br$/;
/** Files that are cached when they are first used, because few users need them: the rules of game definitions, and puzzles. */
const ON_DEMAND = /^assets\/(entourage_(text|importer)_bg-|[^/]+\.jsonl$)/;

/** Writes the list of the page's files into the service worker. */
export function offline(): Plugin {
  let folder = "";
  return {
    name: "offline",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    writeBundle() {
      const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(folder, name)).isFile());
      const files = names.map((name) => name.split(sep).join("/")).filter((name) => !LEFT_OUT.test(name)).sort();
      const sum = createHash("sha256");
      // Files without a hash in their name are compared by content.
      for (const name of ["index.html", ...files]) sum.update(name).update(name.startsWith("assets/") ? "" : readFileSync(join(folder, name)));
      const listed = (demanded: boolean) => files.filter((name) => ON_DEMAND.test(name) === demanded).map((name) => `/${name}`);
      const told = { version: sum.digest("hex").slice(0, 12), files: listed(false), onDemand: listed(true) };
      const path = join(folder, SERVICE);
      const code = readFileSync(path, "utf8");
      if (!code.includes("__OFFLINE__")) throw new Error(`${SERVICE} does not contain __OFFLINE__`);
      writeFileSync(path, code.replaceAll("__OFFLINE__", JSON.stringify(told)));
    },
  };
}
