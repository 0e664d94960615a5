import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defaultClientConditions, defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";
import { boxes } from "./boxes.ts";
import { offline, SERVICE } from "./offline.ts";
import { precompress } from "./precompress.ts";

// The server started by `cargo xtask play`, to which `npm run dev` forwards API requests.
const server = "http://localhost:7878";

/** The lessons of the games. */
const LESSONS = /\/games\/([^/]+)\/lessons\//;
/** The shipped game definitions. */
const DEFINITIONS = /\/variants\/[^/]+\.game/;

export default defineConfig({
  plugins: [svelte(), boxes(), offline(), precompress()],
  // Uses the source of the packages in this repository.
  resolve: { conditions: ["source", ...defaultClientConditions] },
  ssr: { resolve: { conditions: ["source", ...defaultServerConditions] } },
  build: {
    target: "es2022",
    // The content security policy forbids data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The site, the embedded viewer, and the service worker.
    rollupOptions: {
      input: { index: "index.html", embed: "embed.html", service: "src/offline/service.ts" },
      output: {
        entryFileNames: (chunk) => (chunk.name === "service" ? SERVICE : "assets/[name]-[hash].js"),
        // The lessons of a game are one chunk, as are the definitions, because separate files compress worse.
        codeSplitting: { groups: [{ test: LESSONS, name: (id) => `lessons-${LESSONS.exec(id)?.[1] ?? ""}` }, { test: DEFINITIONS, name: "definitions" }] },
      },
    },
  },
  worker: { format: "es" },
  // The rules texts are outside this folder, beside the games.
  server: { proxy: { "/api": server }, fs: { allow: [".."] } },
  preview: { proxy: { "/api": server } },
  // Style sheets are empty in tests, except those that a test reads.
  test: { include: ["src/**/*.test.ts", "../packages/*/src/**/*.test.ts"], css: { include: /(figtree\/index|styles\/(fonts|titles))\.css/ } },
});
