/** All that the page shows of games in which hands decide, loaded at once by whoever meets one. */
export { default as ManualPanel } from "./ManualPanel.svelte";
export { default as PlayAnyway } from "./PlayAnyway.svelte";
