/**
 * The pages of setups, loaded together: with more than a few pieces that load later, the bundler would cut what they share
 * out of the first page's one file, which compresses worse.
 */
export { default as Proof } from "./Proof.svelte";
export { default as SetPage } from "./SetPage.svelte";
export { default as SetupPage } from "./SetupPage.svelte";
