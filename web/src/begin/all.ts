/** All that the page shows of positions and games to begin from, loaded at once by whoever does not begin at the start. */
export { default as GameSource } from "./GameSource.svelte";
export { default as PositionSource } from "./PositionSource.svelte";
