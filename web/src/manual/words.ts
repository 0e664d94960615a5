import type { LanguageCode } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";
import { typeset } from "@entourage/board/typeset";

const en = {
  degree: "Rule enforcement",
  enforced: "Enforced",
  enforcedHint: "Only legal moves can be played.",
  warned: "Warnings",
  warnedHint: "Illegal moves trigger a warning but can be played anyway. They are marked in the game record.",
  free: "Off",
  freeHint: "Any piece can be moved anywhere, as on Game Courier. Moves are checked only when a player asks or protests.",

  insist: "Play it anyway",
  another: "Choose another move",

  byHand: "Manual move",
  warnedNote: "Warnings only: illegal moves can be played anyway.",
  hint: "Move any piece, or use a tool below to edit the board. Send your move when all steps are done.",
  place: "Place a piece",
  erase: "Remove a piece",
  cut: "Remove a square",
  back: "Restore a square",
  toolOn: "Select a square. Select the tool again to cancel.",
  legs: "Steps",
  undoLeg: "Undo last step",
  send: "Send",
  pass: "Pass",
  ask: "Check this move",
  askLast: "Check the last move",
  protest: "Protest",
  allowed: (moves: string) => `Legal: ${moves}.`,
  refused: (reasons: string) => `Illegal. ${reasons}`,
  unknown: (why: string) => `This move cannot be checked. ${why}`,
  upheld: (side: string, turn: string) => `${side} protested: ${turn} is illegal, and another move must be played.`,
  rejected: (side: string, turn: string) => `${side} protested, but ${turn} is legal and stands.`,
};

type Words = typeof en;

const fr: Words = {
  degree: "Application des règles",
  enforced: "Stricte",
  enforcedHint: "Seuls les coups légaux peuvent être joués.",
  warned: "Avertissements",
  warnedHint: "Un coup illégal déclenche un avertissement mais peut être joué. Il est signalé dans la feuille de partie.",
  free: "Désactivée",
  freeHint: "Toute pièce peut aller n’importe où, comme sur Game Courier. Les coups ne sont vérifiés que si un joueur le demande ou les conteste.",

  insist: "Jouer quand même",
  another: "Choisir un autre coup",

  byHand: "Coup manuel",
  warnedNote: "Avertissements seulement : les coups illégaux peuvent être joués.",
  hint: "Déplacez n’importe quelle pièce, ou modifiez le plateau avec un outil ci-dessous. Envoyez votre coup une fois toutes les étapes terminées.",
  place: "Placer une pièce",
  erase: "Retirer une pièce",
  cut: "Retirer une case",
  back: "Rétablir une case",
  toolOn: "Sélectionnez une case. Sélectionnez de nouveau l’outil pour annuler.",
  legs: "Étapes",
  undoLeg: "Annuler la dernière étape",
  send: "Envoyer",
  pass: "Passer",
  ask: "Vérifier ce coup",
  askLast: "Vérifier le dernier coup",
  protest: "Contester",
  allowed: (moves) => `Coup légal : ${moves}.`,
  refused: (reasons) => `Coup illégal. ${reasons}`,
  unknown: (why) => `Ce coup ne peut pas être vérifié. ${why}`,
  upheld: (side, turn) => `Contestation (${side}) : ${turn} est illégal ; il faut jouer un autre coup.`,
  rejected: (side, turn) => `Contestation (${side}) : ${turn} est légal ; le coup est maintenu.`,
};

const WORDS: Record<LanguageCode, Words> = { en, fr: typeset(fr) };

export const manualWords = (): Words => WORDS[settings.language];
