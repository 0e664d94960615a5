import type { LanguageCode } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";
import { typeset } from "@entourage/board/typeset";

const en = {
  title: "Moves on trial",
  hint: "Play for both sides as you like: nothing of it is sent.",
  back: "Back to the game",
  undo: "One move back",
  reset: "From the start",
  wentOn: "The game has gone on meanwhile.",
  over: "The game would be over.",
  tried: "On trial:",
  none: "No move yet.",

  plan: "Ready for the other's moves",
  planHint: "Play what the other player may do and your reply, then keep it: it is played at once when that happens. Nobody else sees it.",
  keep: "Have this line ready",
  keepResign: "Resign after this",
  whenTurn: (turn: string) => `If ${turn}`,
  reply: (turn: string) => `then ${turn}`,
  resign: "then resign",
  look: "Show on the board",
  drop: "Remove this and what follows",
  empty: "Nothing is ready.",
  saved: "It is ready.",
  away: "The server cannot be reached. Try again in a moment.",
  unknown: "The server cannot be reached: what you have ready is not known here. It is asked for again by itself.",
  newer: "What is ready was changed elsewhere meanwhile, and stands as you see it now. Your change was not kept.",
};

type Words = typeof en;

const fr: Words = {
  title: "Coups à l'essai",
  hint: "Jouez pour les deux camps comme il vous plaît : rien n'est envoyé.",
  back: "Revenir à la partie",
  undo: "Un coup en arrière",
  reset: "Depuis le début",
  wentOn: "La partie a continué entre-temps.",
  over: "La partie serait finie.",
  tried: "À l'essai :",
  none: "Aucun coup pour l'instant.",

  plan: "Prêt pour les coups adverses",
  planHint: "Jouez ce que l'autre joueur pourrait faire, puis votre réponse, et gardez-la : elle est jouée aussitôt que cela arrive. Personne d'autre ne la voit.",
  keep: "Préparer cette suite",
  keepResign: "Abandonner après cela",
  whenTurn: (turn) => `Si ${turn}`,
  reply: (turn) => `alors ${turn}`,
  resign: "alors j'abandonne",
  look: "Montrer sur le plateau",
  drop: "Retirer ceci et ce qui suit",
  empty: "Rien n'est prêt.",
  saved: "C'est prêt.",
  away: "Le serveur est injoignable. Réessayez dans un instant.",
  unknown: "Le serveur est injoignable : on ne sait pas ici ce que vous avez préparé. La question est reposée d'elle-même.",
  newer: "Ce qui est prêt a été modifié ailleurs entre-temps, et vous le voyez tel qu'il est. Votre changement n'a pas été gardé.",
};

const WORDS: Record<LanguageCode, Words> = { en, fr: typeset(fr) };

/** Returns the words of trying and preparing moves in the language chosen. */
export const asideWords = (): Words => WORDS[settings.language];
