import type { LanguageCode } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";
import { typeset } from "@entourage/board/typeset";

const en = {
  title: "E-mail notifications",
  hint: "You get an e-mail when the game ends, and when it is your turn: within a minute if no open page shows the game, and after five minutes if one does.",
  address: "E-mail address",
  want: "Turn on",
  asked: (address: string) => `We have sent a confirmation e-mail to ${address}. Open the link in it to turn on notifications.`,
  confirmed: (address: string) => `Notifications are sent to ${address}.`,
  kept: (address: string) => `${address} is saved for this game, but this server cannot send e-mail at the moment.`,
  stop: "Turn off",
  remove: "Remove my address",
  failed: "The server cannot be reached. Try again in a moment.",
  pageTitle: "E-mail notifications",
  question: "Get an e-mail when it is your turn in this game and when it ends?",
  agree: "Turn on notifications",
  refuse: "No, thanks",
  agreed: "Notifications are on. Every e-mail has a link to turn them off.",
  refused: "You will not receive any more e-mails about this game.",
  unknown: "This link has expired. You will not receive any e-mails.",
};

const fr: typeof en = {
  title: "Notifications par e-mail",
  hint: "Vous recevez un e-mail quand la partie se termine et quand c’est à vous de jouer : en moins d’une minute si aucune page ouverte n’affiche la partie, et au bout de cinq minutes sinon.",
  address: "Adresse e-mail",
  want: "Activer",
  asked: (address) => `Nous avons envoyé un e-mail de confirmation à ${address}. Ouvrez le lien qu’il contient pour activer les notifications.`,
  confirmed: (address) => `Les notifications sont envoyées à ${address}.`,
  kept: (address) => `L’adresse ${address} est enregistrée pour cette partie, mais ce serveur ne peut pas envoyer d’e-mails pour le moment.`,
  stop: "Désactiver",
  remove: "Supprimer mon adresse",
  failed: "Le serveur est injoignable. Réessayez dans un instant.",
  pageTitle: "Notifications par e-mail",
  question: "Recevoir un e-mail quand c’est à vous de jouer dans cette partie et quand elle se termine ?",
  agree: "Activer les notifications",
  refuse: "Non merci",
  agreed: "Les notifications sont activées. Chaque e-mail contient un lien pour les désactiver.",
  refused: "Vous ne recevrez plus d’e-mails concernant cette partie.",
  unknown: "Ce lien a expiré. Vous ne recevrez aucun e-mail.",
};

const WORDS: Record<LanguageCode, typeof en> = { en, fr: typeset(fr) };

export const mailWords = (): typeof en => WORDS[settings.language];
