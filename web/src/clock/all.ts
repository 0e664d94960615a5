/** All that the page shows of clocks, loaded at once by whoever meets a game that has one. */
export { default as Clocks } from "./Clocks.svelte";
export { default as PaceChoice } from "./PaceChoice.svelte";
export { default as PaceName } from "./PaceName.svelte";
export { default as TimeLeft } from "./TimeLeft.svelte";
