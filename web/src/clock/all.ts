/** Components for clocks, loaded together when a game has a clock. */
export { default as ClockActions } from "./ClockActions.svelte";
export { default as ClockFace } from "./ClockFace.svelte";
export { default as ClockStatus } from "./ClockStatus.svelte";
export { default as TimeControlChoice } from "./TimeControlChoice.svelte";
export { default as TimeControlName } from "./TimeControlName.svelte";
export { default as TimeLeft } from "./TimeLeft.svelte";
export { default as Vacation } from "./Vacation.svelte";
