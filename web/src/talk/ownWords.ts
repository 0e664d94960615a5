import type { LanguageCode } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";
import { typeset } from "@entourage/board/typeset";

const en = {
  title: "Yours",
  hint: "Everything of this game that you can see is yours to take away, and to delete.",
  download: "Download all of it",
  record: "Download the record (PGN)",
  copyRecord: "Copy the record",
  allRecords: "Download all games of this device (PGN)",
  reading: (games: number) => `Games read: ${games}`,
  allRead: (games: number, missing: number) => `Games written: ${games}.${missing > 0 ? ` Not to be had: ${missing}.` : ""}`,
  recordCopied: "The record was copied.",
  unsay: "Take back what I said",
  unsaySure: "Take back everything that you have said in this game? Nobody can read it any more, and it cannot be brought back.",
  unsaid: (lines: number) => (lines === 0 ? "There was nothing to take back." : lines === 1 ? "One remark was taken back." : `${lines} remarks were taken back.`),
  remove: "Delete this game",
  removeSure: "Delete this game for good, with all its moves and notes? It cannot be brought back.",
  ask: "Ask to delete this game",
  askSure: "Ask the other player to delete this game? If they agree, it goes for good, with all its moves, notes and what was said.",
  agree: "Agree: delete this game",
  agreeSure: "The other player wishes so, too: the game goes at once and for good, with all its moves, notes and what was said.",
  asked: "You wish this game deleted. It goes when the other player agrees.",
  wished: "The other player wishes this game deleted. It goes only if you agree.",
  keep: "Keep it after all",
  look: "See",
  cancel: "Cancel",
  failed: "The server cannot be reached. Try again in a moment.",
};

const fr: typeof en = {
  title: "À vous",
  hint: "Tout ce que vous voyez de cette partie est à vous : vous pouvez l'emporter, et l'effacer.",
  download: "Tout télécharger",
  record: "Télécharger la feuille de partie (PGN)",
  copyRecord: "Copier la feuille de partie",
  allRecords: "Télécharger toutes les parties de cet appareil (PGN)",
  reading: (games) => `Parties lues : ${games}`,
  allRead: (games, missing) => `Parties écrites : ${games}.${missing > 0 ? ` Introuvables : ${missing}.` : ""}`,
  recordCopied: "La feuille de partie a été copiée.",
  unsay: "Retirer ce que j'ai dit",
  unsaySure: "Retirer tout ce que vous avez dit dans cette partie ? Plus personne ne pourra le lire, et rien ne le fera revenir.",
  unsaid: (lines) => (lines === 0 ? "Il n'y avait rien à retirer." : lines === 1 ? "Une remarque a été retirée." : `${lines} remarques ont été retirées.`),
  remove: "Effacer cette partie",
  removeSure: "Effacer cette partie pour toujours, avec ses coups et vos notes ? Rien ne la fera revenir.",
  ask: "Demander d'effacer cette partie",
  askSure: "Demander à l'autre joueur d'effacer cette partie ? S'il est d'accord, elle disparaît pour toujours, avec ses coups, les notes et les discussions.",
  agree: "D'accord : effacer cette partie",
  agreeSure: "L'autre joueur le souhaite aussi : la partie disparaît aussitôt et pour toujours, avec ses coups, les notes et les discussions.",
  asked: "Vous souhaitez effacer cette partie. Elle disparaît quand l'autre joueur est d'accord.",
  wished: "L'autre joueur souhaite effacer cette partie. Elle ne disparaît que si vous êtes d'accord.",
  keep: "La garder finalement",
  look: "Voir",
  cancel: "Annuler",
  failed: "Le serveur est injoignable. Réessayez dans un instant.",
};

const WORDS: Record<LanguageCode, typeof en> = { en, fr: typeset(fr) };

/** Returns the words of what is a player's own in the language chosen. */
export const ownWords = (): typeof en => WORDS[settings.language];
