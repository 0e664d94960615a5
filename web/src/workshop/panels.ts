/** Components beside the editor, in one chunk because that compresses better. */
export { default as Playable } from "../diagram/Playable.svelte";
export { default as RulesText } from "../diagram/RulesText.svelte";
