import type { LanguageCode } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";
import { typeset } from "@entourage/board/typeset";

const en = {
  title: "By e-mail",
  hint: "Be told when it is your turn while you are away, and when the game is over.",
  address: "Your e-mail address",
  want: "Tell me",
  asked: (address: string) => `A message is on its way to ${address}. Nothing else is sent until you agree by the link in it.`,
  confirmed: (address: string) => `You are told at ${address}.`,
  kept: (address: string) => `Your address ${address} is kept for this game, but this server sends no e-mail at the moment.`,
  stop: "Stop the messages",
  remove: "Delete my address",
  failed: "The server cannot be reached. Try again in a moment.",
  pageTitle: "Messages about a game",
  question: "Shall we tell you by e-mail when it is your turn, and when the game is over?",
  agree: "Yes, tell me",
  refuse: "No messages",
  agreed: "You will be told. Each message has a link to stop them.",
  refused: "No more messages about this game will be sent.",
  unknown: "This link is not known any more: no messages are sent by it.",
};

const fr: typeof en = {
  title: "Par courriel",
  hint: "Soyez prévenu quand c'est à vous de jouer en votre absence, et quand la partie est finie.",
  address: "Votre adresse de courriel",
  want: "Me prévenir",
  asked: (address) => `Un message part vers ${address}. Rien d'autre n'est envoyé tant que vous n'avez pas accepté par son lien.`,
  confirmed: (address) => `Vous êtes prévenu à ${address}.`,
  kept: (address) => `Votre adresse ${address} est conservée pour cette partie, mais ce serveur n'envoie pas de courriels pour l'instant.`,
  stop: "Ne plus envoyer de messages",
  remove: "Supprimer mon adresse",
  failed: "Le serveur est injoignable. Réessayez dans un instant.",
  pageTitle: "Messages au sujet d'une partie",
  question: "Faut-il vous prévenir par courriel quand c'est à vous de jouer, et quand la partie est finie ?",
  agree: "Oui, me prévenir",
  refuse: "Pas de messages",
  agreed: "Vous serez prévenu. Chaque message contient un lien pour les arrêter.",
  refused: "Plus aucun message au sujet de cette partie ne sera envoyé.",
  unknown: "Ce lien n'est plus connu : il n'envoie aucun message.",
};

const WORDS: Record<LanguageCode, typeof en> = { en, fr: typeset(fr) };

/** Returns the words of messages by e-mail in the language chosen. */
export const mailWords = (): typeof en => WORDS[settings.language];
