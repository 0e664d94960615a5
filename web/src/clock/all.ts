/** All that the page shows of clocks, loaded at once by whoever meets a game that has one. */
export { default as ClockActs } from "./ClockActs.svelte";
export { default as ClockFace } from "./ClockFace.svelte";
export { default as ClockNews } from "./ClockNews.svelte";
export { default as PaceChoice } from "./PaceChoice.svelte";
export { default as PaceName } from "./PaceName.svelte";
export { default as TimeLeft } from "./TimeLeft.svelte";
export { default as Vacation } from "./Vacation.svelte";
