import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defaultClientConditions, defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";
import { boxes } from "./boxes.ts";
import { offline, SERVICE } from "./offline.ts";
import { precompress } from "./precompress.ts";

// The server of a checkout, for `npm run dev` beside `cargo xtask play`.
const server = "http://localhost:7878";

/** The lessons of the games. */
const LESSONS = /\/games\/([^/]+)\/lessons\//;

export default defineConfig({
  plugins: [svelte(), boxes(), offline(), precompress()],
  // Packages of this repository are used from source.
  resolve: { conditions: ["source", ...defaultClientConditions] },
  ssr: { resolve: { conditions: ["source", ...defaultServerConditions] } },
  build: {
    target: "es2022",
    // The content security policy forbids data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The page, the one that shows a game inside other people's pages, and what keeps the page where the server is away.
    rollupOptions: {
      input: { index: "index.html", embed: "embed.html", service: "src/offline/service.ts" },
      output: {
        entryFileNames: (chunk) => (chunk.name === "service" ? SERVICE : "assets/[name]-[hash].js"),
        // The lessons of a game come together: one by one they would compress worse.
        codeSplitting: { groups: [{ test: LESSONS, name: (id) => `lessons-${LESSONS.exec(id)?.[1] ?? ""}` }] },
      },
    },
  },
  worker: { format: "es" },
  // The rules that people read stand beside the games.
  server: { proxy: { "/api": server }, fs: { allow: [".."] } },
  preview: { proxy: { "/api": server } },
  // Style sheets are empty for tests, but for those that a test reads.
  test: { include: ["src/**/*.test.ts", "../packages/*/src/**/*.test.ts"], css: { include: /(figtree\/index|styles\/(fonts|titles))\.css/ } },
});
