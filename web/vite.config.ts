import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { boxes } from "./boxes";
import { precompress } from "./precompress";

// The server of a checkout, for `npm run dev` beside `cargo xtask play`.
const server = "http://localhost:7878";

export default defineConfig({
  plugins: [svelte(), boxes(), precompress()],
  build: {
    target: "es2022",
    // The content security policy allows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The page, and the one that shows a game inside other people's pages.
    rollupOptions: { input: ["index.html", "embed.html"] },
  },
  worker: { format: "es" },
  // The rules that people read stand beside the games.
  server: { proxy: { "/api": server }, fs: { allow: [".."] } },
  preview: { proxy: { "/api": server } },
  test: { include: ["src/**/*.test.ts"] },
});
