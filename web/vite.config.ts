import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { boxes } from "./boxes";
import { offline, SERVICE } from "./offline";
import { precompress } from "./precompress";

// The server of a checkout, for `npm run dev` beside `cargo xtask play`.
const server = "http://localhost:7878";

export default defineConfig({
  plugins: [svelte(), boxes(), offline(), precompress()],
  build: {
    target: "es2022",
    // The content security policy allows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The page, the one that shows a game inside other people's pages, and what keeps the page where the server is away.
    rollupOptions: {
      input: { index: "index.html", embed: "embed.html", service: "src/offline/service.ts" },
      output: { entryFileNames: (chunk) => (chunk.name === "service" ? SERVICE : "assets/[name]-[hash].js") },
    },
  },
  worker: { format: "es" },
  // The rules that people read stand beside the games.
  server: { proxy: { "/api": server }, fs: { allow: [".."] } },
  preview: { proxy: { "/api": server } },
  // Style sheets are empty for tests, but for those that a test reads.
  test: { include: ["src/**/*.test.ts"], css: { include: /(figtree\/index|styles\/fonts)\.css/ } },
});
