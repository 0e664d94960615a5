import type { LanguageCode } from "@entourage/rules";
import { typeset } from "@entourage/board/typeset";
import { settings } from "../settings/settings.svelte";

const en = {
  contents: "Contents",
  otherGames: "Rules of",
  playable: "Every board here can be played with: move the pieces of either side, and see what changes.",
  summary: "One-page summary",
  summaryOf: (game: string) => `${game} on one page`,
  print: "Print",
  wholeRules: "All the rules",
  pieces: "Pieces",
  cards: "Cards",
  start: "The start",
  rule: (number: string) => `Rule ${number}`,
  inTheRules: "In the rules",
  citedThere: "in the rules",
  board: (caption: string) => `Board to play with. ${caption}`,
  show: "Show me",
  putBack: "Put back",
  notNow: (status: string) => `The other side cannot move now. ${status}`,
};

const fr: typeof en = {
  contents: "Sommaire",
  otherGames: "Règles de",
  playable: "Chaque plateau se joue ici : déplacez les pièces des deux camps, et voyez ce qui change.",
  summary: "Résumé d'une page",
  summaryOf: (game) => `${game} en une page`,
  print: "Imprimer",
  wholeRules: "Toutes les règles",
  pieces: "Pièces",
  cards: "Cartes",
  start: "Le départ",
  rule: (number) => `Règle ${number}`,
  inTheRules: "Dans les règles",
  citedThere: "dans les règles",
  board: (caption) => `Plateau à jouer. ${caption}`,
  show: "Montrer",
  putBack: "Remettre",
  notNow: (status) => `L'autre camp ne peut pas jouer maintenant. ${status}`,
};

const WORDS: Record<LanguageCode, typeof en> = { en, fr: typeset(fr) };

/** The words of the rules pages in the language chosen. */
export const bookWords = (): typeof en => WORDS[settings.language];
