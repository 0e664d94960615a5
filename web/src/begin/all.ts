/** Components for custom starting positions and imported games, loaded together on demand. */
export { default as GameSource } from "./GameSource.svelte";
export { default as PositionSource } from "./PositionSource.svelte";
