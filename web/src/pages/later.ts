/** Parts of the start page that need the rules, in one chunk because that compresses better. */
export { default as Board } from "@entourage/board/Board.svelte";
export { default as ChallengeNotice } from "../lobby/ChallengeNotice.svelte";
export { default as CoverArt, rest } from "./CoverArt.svelte";
export { default as ContinueLearning } from "../lessons/ContinueLearning.svelte";
export { default as DailyPuzzle } from "../puzzles/DailyPuzzle.svelte";
export { default as GameList } from "./GameList.svelte";
export { default as Invitations } from "./Invitations.svelte";
export { default as LiveGames } from "./LiveGames.svelte";
export { default as Soon } from "../tournaments/Soon.svelte";
