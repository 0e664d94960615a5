// Builds the package into dist: one module that holds the element and what it is made of; the rules stay outside.
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { svelte, vitePreprocess } from "@sveltejs/vite-plugin-svelte";
import { build } from "vite";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
await build({
  root: here("."),
  configFile: false,
  logLevel: "warn",
  // Styles go into the element's shadow, where those of the page around it do not reach.
  plugins: [svelte({ configFile: false, preprocess: vitePreprocess(), emitCss: false, compilerOptions: { runes: true, css: "injected" } })],
  build: {
    target: "es2022",
    // Styles that name a colour for light and for dark at once stay as they are.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    lib: { entry: here("src/index.ts"), formats: ["es"], fileName: "index" },
    rolldownOptions: { external: ["@entourage/rules"], output: { minify: true } },
  },
});
// Of the types only those of the element are for others.
const types = mkdtempSync(join(tmpdir(), "entourage-board-"));
execFileSync(process.execPath, [createRequire(import.meta.url).resolve("typescript/bin/tsc"), "-p", here("tsconfig.json"), "--outDir", types], { stdio: "inherit" });
copyFileSync(join(types, "board/src/index.d.ts"), here("dist/index.d.ts"));
rmSync(types, { recursive: true });
for (const licence of ["LICENSE-MIT", "LICENSE-APACHE"]) cpSync(here(`../../${licence}`), here(licence));
