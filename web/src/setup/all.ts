/** The setup pages in one chunk, so that the bundler does not split shared code out of the first page's file, which would compress worse. */
export { default as Proof } from "./Proof.svelte";
export { default as SetPage } from "./SetPage.svelte";
export { default as SetupPage } from "./SetupPage.svelte";
