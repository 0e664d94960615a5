/** Components for games with manual moves, loaded together on demand. */
export { default as ManualPanel } from "./ManualPanel.svelte";
export { default as PlayAnyway } from "./PlayAnyway.svelte";
