import type { LanguageCode } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";
import { typeset } from "@entourage/board/typeset";

const en = {
  title: "Analysis board",
  hint: "Try moves for both sides. Nothing is sent to your opponent.",
  back: "Back to the game",
  undo: "Undo",
  reset: "Reset",
  wentOn: "The game has continued in the meantime.",
  over: "The game would be over.",
  tried: "Line:",
  none: "No moves yet.",

  plan: "Conditional moves",
  planHint: "Play a possible move by your opponent and your reply, then save the line. Your reply is played automatically if that move is made. Only you can see it.",
  keep: "Save this line",
  keepResign: "Resign after this line",
  whenTurn: (turn: string) => `If ${turn}`,
  reply: (turn: string) => `then ${turn}`,
  resign: "then resign",
  look: "Show on the board",
  drop: "Delete this line from here",
  empty: "No conditional moves.",
  saved: "Conditional moves saved.",
  away: "The server cannot be reached. Try again in a moment.",
  unknown: "The server cannot be reached, so your conditional moves could not be loaded. Retrying automatically.",
  newer: "Your conditional moves were changed on another device. The current ones are shown here; your last change was not saved.",
};

type Words = typeof en;

const fr: Words = {
  title: "Plateau d’analyse",
  hint: "Essayez des coups pour les deux camps. Rien n’est envoyé à votre adversaire.",
  back: "Revenir à la partie",
  undo: "Annuler le coup",
  reset: "Réinitialiser",
  wentOn: "La partie a continué entre-temps.",
  over: "La partie serait terminée.",
  tried: "Suite :",
  none: "Aucun coup pour l’instant.",

  plan: "Coups conditionnels",
  planHint: "Jouez un coup possible de votre adversaire et votre réponse, puis enregistrez la suite. Votre réponse sera jouée automatiquement si ce coup est joué. Vous seul la voyez.",
  keep: "Enregistrer cette suite",
  keepResign: "Abandonner après cette suite",
  whenTurn: (turn) => `Si ${turn}`,
  reply: (turn) => `alors ${turn}`,
  resign: "puis abandonner",
  look: "Afficher sur le plateau",
  drop: "Supprimer la suite à partir d’ici",
  empty: "Aucun coup conditionnel.",
  saved: "Coups conditionnels enregistrés.",
  away: "Le serveur est injoignable. Réessayez dans un instant.",
  unknown: "Le serveur est injoignable : vos coups conditionnels n’ont pas pu être chargés. Nouvel essai automatique.",
  newer: "Vos coups conditionnels ont été modifiés sur un autre appareil. Voici les coups actuels ; votre dernière modification n’a pas été enregistrée.",
};

const WORDS: Record<LanguageCode, Words> = { en, fr: typeset(fr) };

export const analysisWords = (): Words => WORDS[settings.language];
