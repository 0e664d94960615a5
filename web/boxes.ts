import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import type { GameInfo } from "@entourage/rules";
import { typographic } from "../packages/rules/src/typographic.ts";
import type { Box, Difficulty } from "./src/begin/box";

/** How hard the games are to learn, by name. */
const COVERS = JSON.parse(readFileSync(fileURLToPath(new URL("../variants/covers.json", import.meta.url)), "utf8")) as Record<string, { difficulty: Difficulty }>;

const NAME = "virtual:boxes";
const RESOLVED = `\0${NAME}`;

/** The WebAssembly rules as loaded by the build. */
interface RulesModule {
  initSync(source: { module: Uint8Array }): void;
  games(language: string): string;
}

/** Generates the boxes of all games from the rules at build time, so that the page can show them before the rules are loaded. */
export function boxes(): Plugin {
  let folder = "";
  let first = "";
  return {
    name: "boxes",
    configResolved(config) {
      folder = join(config.root, "../packages/rules/src/generated");
    },
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    transformIndexHtml(_, { bundle, filename }) {
      if (!filename.endsWith("index.html")) return [];
      const rules = Object.keys(bundle ?? {}).find((name) => first !== "" && name.includes(`entourage_${first}_bg-`) && name.endsWith(".wasm"));
      return rules ? [{ tag: "meta", attrs: { name: "first-rules", content: `/${rules}` }, injectTo: "head-prepend" }] : [];
    },
    async load(id) {
      if (id !== RESOLVED) return undefined;
      const module = join(folder, "entourage_wasm_bg.wasm");
      this.addWatchFile(module);
      const rules = (await import(pathToFileURL(join(folder, "entourage_wasm.js")).href)) as RulesModule;
      rules.initSync({ module: readFileSync(module) });
      first = (JSON.parse(rules.games("en")) as GameInfo[])[0]?.id ?? "";
      const listed = (json: string) => (JSON.parse(json) as GameInfo[]).map(boxOf);
      return `export default ${JSON.stringify({ en: listed(rules.games("en")), fr: listed(typographic(rules.games("fr"))) })}`;
    },
  };
}

function boxOf({ id, name, tagline, hue, sides, options, levels, catalogue, board }: GameInfo): Box {
  const { squares } = board;
  const spread = (values: number[]) => new Set(values).size;
  const [columns, rows] = [spread(squares.map(({ x }) => x)), spread(squares.map(({ y }) => y))];
  const outline = squares[0]?.outline === "hexagon" ? "hexagon" : "square";
  const cover = COVERS[id];
  return {
    ...(cover && { difficulty: cover.difficulty }),
    id,
    name,
    tagline,
    hue,
    sides,
    options,
    levels,
    catalogue: catalogue && { picks: catalogue.picks, cards: catalogue.cards.map((card) => ({ code: card.code, name: card.name })) },
    size: { outline, squares: squares.length, columns, rows },
  };
}
