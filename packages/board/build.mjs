// Builds the package into dist: one module with the element and its dependencies, except the rules.
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
  // Styles are injected into the element's shadow root, where the styles of the surrounding page have no effect.
  plugins: [svelte({ configFile: false, preprocess: vitePreprocess(), emitCss: false, compilerOptions: { runes: true, css: "injected" } })],
  build: {
    target: "es2022",
    // These browsers support `light-dark()`, so it is not rewritten.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    lib: { entry: here("src/index.ts"), formats: ["es"], fileName: "index" },
    rolldownOptions: { external: ["@entourage/rules"], output: { minify: true } },
  },
});
// Only the type declarations of the element are published.
const types = mkdtempSync(join(tmpdir(), "entourage-board-"));
execFileSync(process.execPath, [createRequire(import.meta.url).resolve("typescript/bin/tsc"), "-p", here("tsconfig.json"), "--outDir", types], { stdio: "inherit" });
copyFileSync(join(types, "board/src/index.d.ts"), here("dist/index.d.ts"));
rmSync(types, { recursive: true });
for (const licence of ["LICENSE-MIT", "LICENSE-APACHE"]) cpSync(here(`../../${licence}`), here(licence));
