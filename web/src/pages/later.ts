/** What the start page shows once the rules are here, loaded at once: in pieces it would compress worse. */
export { default as Board } from "@entourage/board/Board.svelte";
export { default as ChallengeNotice } from "../lobby/ChallengeNotice.svelte";
export { default as CoverArt, rest } from "./CoverArt.svelte";
export { default as GameList } from "./GameList.svelte";
export { default as Invitations } from "./Invitations.svelte";
export { default as LiveGames } from "./LiveGames.svelte";
