import type { LanguageCode } from "@entourage/rules";
import { typeset } from "@entourage/board/typeset";
import type { Stipulation } from "../engine/compose";
import { settings } from "../settings/settings.svelte";

const en = {
  hint: "Finds all solutions of the position on the board, by enumerating all lines of play.",
  goal: "Goal",
  goals: { win: "Win in …", draw: "Draw in …", self: "Self-win: force the other side to win", help: "Help-win: the other side wins with help", series: "Series-win: turns in a row" } as Record<Stipulation, string>,
  goalHints: {
    win: "The side to move forces a win.",
    draw: "The side to move forces a draw; a win does not count.",
    self: "The side to move forces the other side to win.",
    help: "Both sides cooperate so that the other side wins. The side to move begins.",
    series: "The side to move wins by consecutive turns; the other side’s turns are skipped.",
  } as Record<Stipulation, string>,
  turns: "Turns",
  tries: "Tries",
  noTries: "None",
  triesUpTo: (count: number) => (count === 1 ? "With 1 refutation" : `With up to ${count} refutations`),
  setPlay: "Set play",
  solve: "Solve",
  stop: "Stop",
  starting: "Loading the rules …",
  progress: (positions: string, turns: number, done: number, total: number) => `${positions} positions; within ${turns} ${turns === 1 ? "turn" : "turns"}, ${done} of ${total} first moves`,
  copy: "Copy as text",
  copied: "Copied",
  copyFailed: "The browser did not allow copying.",
  add: "Add to the moves",
  tooLong: "The solution is too long for the list of moves. Copy it as text instead.",
  position: "Back to the position",
  triesTitle: "Tries",
  keys: "Solutions",
  none: "None.",
  show: "Show on the board",
  showAll: (count: number) => `Show all ${count}`,
  skipped: "(turn skipped)",
  refutation: "refutes",
  dual: "dual",
  threat: "threat:",
  zugzwang: "zugzwang",
  omitted: (count: number) => (count === 1 ? "1 reply does not stop the threat." : `${count} replies do not stop the threat.`),
};

type Words = typeof en;

const fr: Words = {
  hint: "Trouve toutes les solutions de la position affichée, en énumérant toutes les suites possibles.",
  goal: "But",
  goals: { win: "Gain en…", draw: "Nulle en…", self: "Gain inverse : forcer l’autre camp à gagner", help: "Gain aidé : l’autre camp gagne avec votre aide", series: "Gain en série : plusieurs tours de suite" },
  goalHints: {
    win: "Le camp au trait force le gain.",
    draw: "Le camp au trait force la nulle ; un gain ne compte pas.",
    self: "Le camp au trait force l’autre camp à gagner.",
    help: "Les deux camps coopèrent pour que l’autre camp gagne. Le camp au trait commence.",
    series: "Le camp au trait gagne en jouant plusieurs tours de suite ; ceux de l’autre camp sont sautés.",
  },
  turns: "Tours",
  tries: "Essais",
  noTries: "Aucun",
  triesUpTo: (count) => (count === 1 ? "Avec 1 réfutation" : `Avec ${count} réfutations au plus`),
  setPlay: "Jeu apparent",
  solve: "Résoudre",
  stop: "Arrêter",
  starting: "Chargement des règles…",
  progress: (positions, turns, done, total) => `${positions} positions ; en ${turns} ${turns === 1 ? "tour" : "tours"}, ${done} premiers coups sur ${total}`,
  copy: "Copier en texte",
  copied: "Copié",
  copyFailed: "Le navigateur n’a pas permis de copier.",
  add: "Ajouter aux coups",
  tooLong: "La solution est trop longue pour la liste des coups. Copiez-la plutôt en texte.",
  position: "Revenir à la position",
  triesTitle: "Essais",
  keys: "Solutions",
  none: "Aucun.",
  show: "Afficher sur le plateau",
  showAll: (count) => `Tout afficher (${count})`,
  skipped: "(tour sauté)",
  refutation: "réfute",
  dual: "dual",
  threat: "menace :",
  zugzwang: "zugzwang",
  omitted: (count) => (count === 1 ? "1 réponse ne pare pas la menace." : `${count} réponses ne parent pas la menace.`),
};

const WORDS: Record<LanguageCode, Words> = { en, fr: typeset(fr) };

export const compositionWords = (): Words => WORDS[settings.language];
