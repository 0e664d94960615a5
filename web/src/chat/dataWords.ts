import type { LanguageCode } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";
import { typeset } from "@entourage/board/typeset";

const en = {
  title: "Your data",
  hint: "You can download everything you can see in this game, or delete the game.",
  download: "Download game data",
  record: "Download PGN",
  copyRecord: "Copy PGN",
  allRecords: "Download all games on this device (PGN)",
  reading: (games: number) => `Games loaded: ${games}`,
  allRead: (games: number, missing: number) => `Games saved: ${games}.${missing > 0 ? ` Not available: ${missing}.` : ""}`,
  recordCopied: "PGN copied.",
  unsay: "Delete my chat messages",
  unsaySure: "Delete all your chat messages in this game? This cannot be undone.",
  unsaid: (lines: number) => (lines === 0 ? "There are no messages to delete." : lines === 1 ? "1 message deleted." : `${lines} messages deleted.`),
  remove: "Delete this game",
  removeSure: "Delete this game with all its moves and notes? This cannot be undone.",
  ask: "Ask to delete this game",
  askSure: "Ask your opponent to delete this game? If they agree, it is deleted for good, with all its moves, notes and chat messages.",
  agree: "Agree to delete this game",
  agreeSure: "Your opponent has agreed to delete this game. It will be deleted for good, with all its moves, notes and chat messages.",
  asked: "You have asked to delete this game. It will be deleted if your opponent agrees.",
  wished: "Your opponent has asked to delete this game. It will be deleted only if you agree.",
  keep: "Keep the game",
  look: "View",
  cancel: "Cancel",
  failed: "The server cannot be reached. Try again in a moment.",
};

const fr: typeof en = {
  title: "Vos données",
  hint: "Vous pouvez télécharger tout ce que vous voyez de cette partie, ou supprimer la partie.",
  download: "Télécharger les données de la partie",
  record: "Télécharger le PGN",
  copyRecord: "Copier le PGN",
  allRecords: "Télécharger toutes les parties de cet appareil (PGN)",
  reading: (games) => `Parties chargées : ${games}`,
  allRead: (games, missing) => `Parties enregistrées : ${games}.${missing > 0 ? ` Indisponibles : ${missing}.` : ""}`,
  recordCopied: "PGN copié.",
  unsay: "Supprimer mes messages",
  unsaySure: "Supprimer tous vos messages dans cette partie ? Cette action est irréversible.",
  unsaid: (lines) => (lines === 0 ? "Il n’y a aucun message à supprimer." : lines === 1 ? "1 message supprimé." : `${lines} messages supprimés.`),
  remove: "Supprimer cette partie",
  removeSure: "Supprimer cette partie, avec tous ses coups et vos notes ? Cette action est irréversible.",
  ask: "Demander la suppression de la partie",
  askSure: "Demander à votre adversaire de supprimer cette partie ? S’il accepte, elle sera définitivement supprimée, avec ses coups, ses notes et ses messages.",
  agree: "Accepter la suppression",
  agreeSure: "Votre adversaire souhaite aussi supprimer cette partie. Elle sera définitivement supprimée, avec ses coups, ses notes et ses messages.",
  asked: "Vous avez demandé la suppression de cette partie. Elle sera supprimée si votre adversaire accepte.",
  wished: "Votre adversaire demande la suppression de cette partie. Elle ne sera supprimée que si vous acceptez.",
  keep: "Garder la partie",
  look: "Voir",
  cancel: "Annuler",
  failed: "Le serveur est injoignable. Réessayez dans un instant.",
};

const WORDS: Record<LanguageCode, typeof en> = { en, fr: typeset(fr) };

export const dataWords = (): typeof en => WORDS[settings.language];
