import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import type { Plugin } from "vite";

/** The name under which the worker that keeps the page is served; it must stand at the root, for it answers what is asked there. */
export const SERVICE = "service.js";

/**
 * What is not kept beforehand: what nobody needs without the server (the page inside of others, pictures for other sites and home screens, the
 * page of nowhere), and the rules of games written as text, which few open.
 */
const LEFT_OUT = /^assets\/entourage_(text|importer)_bg-|^(embed\.html|card\.jpg|icon-[^/]*\.png|nowhere\.css|index\.html|service\.js)$|\.br$/;

/** Tells the worker that keeps the page which files the page has. */
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
      // What has no hash in its name counts by its content.
      for (const name of ["index.html", ...files]) sum.update(name).update(name.startsWith("assets/") ? "" : readFileSync(join(folder, name)));
      const told = { version: sum.digest("hex").slice(0, 12), files: files.map((name) => `/${name}`) };
      const path = join(folder, SERVICE);
      const code = readFileSync(path, "utf8");
      if (!code.includes("__OFFLINE__")) throw new Error(`${SERVICE} does not ask for the page's files`);
      writeFileSync(path, code.replaceAll("__OFFLINE__", JSON.stringify(told)));
    },
  };
}
