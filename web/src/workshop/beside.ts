/** What stands beside a text, loaded with it: cut out of the first page's one file, it would compress worse. */
export { default as Playable } from "../diagram/Playable.svelte";
export { default as RulesText } from "../diagram/RulesText.svelte";
