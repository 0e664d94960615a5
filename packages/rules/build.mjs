// Builds the package into dist: compiles TypeScript and copies the modules built by `cargo xtask wasm`.
import { execFileSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
rmSync(here("dist"), { recursive: true, force: true });
execFileSync(process.execPath, [createRequire(import.meta.url).resolve("typescript/bin/tsc"), "-p", here("tsconfig.json")], { stdio: "inherit" });
cpSync(here("src/generated"), here("dist/generated"), { recursive: true });
for (const licence of ["LICENSE-MIT", "LICENSE-APACHE"]) cpSync(here(`../../${licence}`), here(licence));
