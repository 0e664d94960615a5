/** All that the page shows of games in which hands decide, loaded at once by whoever meets one. */
export { default as HandPanel } from "./HandPanel.svelte";
export { default as Insist } from "./Insist.svelte";
