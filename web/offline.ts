import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import type { Plugin } from "vite";

/** The file name of the service worker; it must be at the root to control all addresses. */
export const SERVICE = "service.js";

/**
 * Files that are not cached ahead: those that are useless offline (embedded viewer, link preview images, icons, error page), and the rules of game
 * definitions, which few users need.
 */
const LEFT_OUT = /^assets\/entourage_(text|importer)_bg-|^(embed\.html|card\.jpg|icon-[^/]*\.png|not_found\.css|index\.html|service\.js)$|\.br$/;

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
      const told = { version: sum.digest("hex").slice(0, 12), files: files.map((name) => `/${name}`) };
      const path = join(folder, SERVICE);
      const code = readFileSync(path, "utf8");
      if (!code.includes("__OFFLINE__")) throw new Error(`${SERVICE} does not contain __OFFLINE__`);
      writeFileSync(path, code.replaceAll("__OFFLINE__", JSON.stringify(told)));
    },
  };
}
