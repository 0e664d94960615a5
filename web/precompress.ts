import { readdirSync, statSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "vite";

/** Builds for `cargo xtask play` compress larger files at a faster level; the first board needs none of them. */
const LARGE = 1 << 20;

/** Writes a Brotli copy beside every file of the build that becomes smaller, at maximum compression; the server sends the copies. */
export function precompress(): Plugin {
  let folder = "";
  let quick = false;
  return {
    name: "precompress",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
      quick = config.mode === "play";
    },
    async closeBundle() {
      const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.(html|js|css|svg|wasm|webmanifest|jsonl)$/.test(name));
      const paths = names.map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
      const compress = async (path: string) => {
        const whole = await readFile(path);
        const quality = quick && whole.length > LARGE ? 9 : constants.BROTLI_MAX_QUALITY;
        // Larger blocks than the default make the rules module one percent smaller.
        const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGBLOCK]: 20 };
        const small = await promisify(brotliCompress)(whole, { params });
        if (small.length < whole.length) await writeFile(`${path}.br`, small);
      };
      await Promise.all(paths.map(compress));
    },
  };
}
