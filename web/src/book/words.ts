import type { LanguageCode } from "@entourage/rules";
import { typeset } from "@entourage/board/typeset";
import { settings } from "../settings/settings.svelte";

const en = {
  contents: "Contents",
  otherGames: "Rules of other games",
  playable: "You can play on every board here: move the pieces of either side and see what changes.",
  summary: "One-page summary",
  summaryOf: (game: string) => `${game}: one-page summary`,
  print: "Print",
  wholeRules: "Full rules",
  pieces: "Pieces",
  cards: "Cards",
  start: "Starting position",
  rule: (number: string) => `Rule ${number}`,
  inTheRules: "In the rules",
  citedThere: "in the rules",
  board: (caption: string) => `Playable board. ${caption}`,
  show: "Show an example",
  putBack: "Reset",
  notNow: (status: string) => `The other side cannot move now. ${status}`,
};

const fr: typeof en = {
  contents: "Sommaire",
  otherGames: "Règles des autres jeux",
  playable: "Tous les plateaux sont jouables : déplacez les pièces des deux camps et voyez ce qui change.",
  summary: "Résumé en une page",
  summaryOf: (game) => `${game} : résumé en une page`,
  print: "Imprimer",
  wholeRules: "Règles complètes",
  pieces: "Pièces",
  cards: "Cartes",
  start: "Position de départ",
  rule: (number) => `Règle ${number}`,
  inTheRules: "Dans les règles",
  citedThere: "dans les règles",
  board: (caption) => `Plateau interactif. ${caption}`,
  show: "Voir un exemple",
  putBack: "Réinitialiser",
  notNow: (status) => `L’autre camp ne peut pas jouer maintenant. ${status}`,
};

const WORDS: Record<LanguageCode, typeof en> = { en, fr: typeset(fr) };

export const bookWords = (): typeof en => WORDS[settings.language];
