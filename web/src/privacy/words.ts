import type { LanguageCode } from "@entourage/rules";
import { typeset } from "@entourage/board/typeset";
import { settings } from "../settings/settings.svelte";

/** A row of the privacy page: the data, its purpose and its retention period. */
interface StoredData {
  what: string;
  why: string;
  long: string;
}

const en = {
  title: "Privacy",
  intro: "You can play without giving any personal information. We store only what games, accounts and moderation need. There are no ads, no analytics and no third-party content, and we share your data with no one.",
  what: "Data",
  why: "Purpose",
  long: "Kept for",
  server: "On the server",
  device: "On your device",
  rest: "Backups and your rights",
  all: [
    {
      what: "Games: moves and their times, results, and which players have access. For each link, only a hash is stored.",
      why: "To let you continue and review your games on any device, and to keep out anyone who does not have the link.",
      long: "Until both players delete the game. Games that are abandoned before they begin are deleted automatically.",
    },
    {
      what: "Finished public and rated games: the players, their ratings at the time, the result and the positions reached.",
      why: "To let everyone search games and explore openings.",
      long: "Until a player makes the game private under Share, or both players delete it. Your name is removed when you delete your account.",
    },
    {
      what: "Chat messages, private notes and conditional moves.",
      why: "To make them available on all your devices. No one else reads them, except that moderators see the chat if a player reports it.",
      long: "As long as the game. You can delete your messages and clear your notes.",
    },
    {
      what: "Accounts: username, creation date, password hash, public keys of passkeys, hashes of recovery codes, and your list of games.",
      why: "To sign you in and protect your account.",
      long: "Until you delete the account. Finished games are kept without your name.",
    },
    {
      what: "Sessions: browser name, sign-in date and last activity, to the hour. API tokens: name, permissions, dates of creation and last use, and a hash.",
      why: "To let you check and revoke access to your account.",
      long: "Sessions: until you sign out, for at most 30 days without activity or 180 days in total. Tokens: until you revoke them.",
    },
    {
      what: "A hashed identifier of each browser in which you sign in.",
      why: "To alert moderators to rated games between accounts on the same device, and so that others’ failed attempts do not delay your sign-in.",
      long: "180 days after your last sign-in on that browser, or until you delete the account.",
    },
    {
      what: "A hash of each network address from which you sign in (for IPv6, of the first 64 bits).",
      why: "To alert moderators to rated games between accounts on the same network.",
      long: "30 days after your last sign-in from that network, or until you delete the account.",
    },
    {
      what: "Tournaments: organiser, players, their ratings at the time, pairings and results. These are public.",
      why: "To show pairings and standings.",
      long: "Permanently. Your name is removed when you delete your account.",
    },
    {
      what: "The players you follow and block.",
      why: "To apply these choices on all your devices.",
      long: "Until you remove them from the list. They are not notified.",
    },
    {
      what: "Reports: your text and username. For a game, also the last hundred chat messages, including deleted ones.",
      why: "To let moderators review the report.",
      long: "Permanently, as a record of moderation. Your name is removed when you delete your account.",
    },
    {
      what: "Moderation log: each action, its date and reason, the moderator and the player concerned.",
      why: "To hold moderators accountable. No one can edit this log.",
      long: "Permanently, including the usernames at the time, even after accounts are deleted.",
    },
    {
      what: "E-mail address for notifications about a game, if you ask for them.",
      why: "Used for these notifications only.",
      long: "Until you unsubscribe or the game is deleted. Deleted after one week if you do not confirm it.",
    },
    {
      what: "Push subscription: the address and keys of your browser’s push service, if you turn on push notifications.",
      why: "Used for notifications only. Notifications are encrypted; the push service can tell when one is sent, but cannot read it.",
      long: "Until you turn notifications off, sign out on that device, or do not visit the site for 90 days.",
    },
    {
      what: "E-mail address of your account, if you add one.",
      why: "To let you recover your account and to alert you to changes in your sign-in methods.",
      long: "Until you remove it or delete the account. Deleted after one week if you do not confirm it.",
    },
    {
      what: "Games you publish, with the author name you give.",
      why: "To let other players play them.",
      long: "Permanently, because existing games depend on them. You can withdraw a published game so that no new games can be started.",
    },
    {
      what: "Rate limiting: request counts per network address, in memory only. Logs contain only the network part of each address, and no names, links or passwords.",
      why: "To prevent abuse and diagnose problems.",
      long: "Counts: a few minutes. Logs: as long as the operator of this server keeps them.",
    },
  ] satisfies StoredData[],
  ownDevice: "Links to your games, your settings, your progress in lessons and puzzles, drafts from the workshop, and the site itself so that it works offline. Two cookies: one while you are signed in, and one that identifies the browser at sign-in. Scripts cannot read either.",
  copies: "The operator of this server may back up the database. Data you delete stays in backups until those backups are deleted.",
  yours: "On your account page you can export all your data and delete everything that is not kept permanently. Without an account, do this in each game under Chat.",
};

const fr: typeof en = {
  title: "Confidentialité",
  intro: "Vous pouvez jouer sans donner d’informations personnelles. Nous ne conservons que ce qui est nécessaire aux parties, aux comptes et à la modération. Il n’y a pas de publicité, de mesure d’audience ni de contenu tiers, et vos données ne sont transmises à personne.",
  what: "Données",
  why: "Utilité",
  long: "Durée de conservation",
  server: "Sur le serveur",
  device: "Sur votre appareil",
  rest: "Sauvegardes et droits",
  all: [
    {
      what: "Parties : les coups et l’heure de chacun, les résultats et les joueurs qui y ont accès. Pour chaque lien, seule une empreinte est conservée.",
      why: "Vous permettre de continuer et de revoir vos parties sur tous vos appareils, et en réserver l’accès aux personnes qui ont le lien.",
      long: "Jusqu’à ce que les deux joueurs suppriment la partie. Les parties abandonnées avant d’avoir commencé sont supprimées automatiquement.",
    },
    {
      what: "Parties publiques ou classées terminées : les joueurs, leur classement à ce moment-là, le résultat et les positions atteintes.",
      why: "Permettre à tous de rechercher des parties et d’explorer les ouvertures.",
      long: "Jusqu’à ce qu’un joueur rende la partie privée dans « Partager », ou que les deux joueurs la suppriment. Votre nom est retiré si vous supprimez votre compte.",
    },
    {
      what: "Messages du chat, notes privées et coups conditionnels.",
      why: "Vous permettre de les retrouver sur tous vos appareils. Personne d’autre ne les lit, mais les modérateurs voient le chat si un joueur le signale.",
      long: "Aussi longtemps que la partie. Vous pouvez supprimer vos messages et effacer vos notes.",
    },
    {
      what: "Comptes : nom d’utilisateur, date de création, empreinte du mot de passe, clés publiques des clés d’accès, empreintes des codes de secours et liste de vos parties.",
      why: "Vous connecter et protéger votre compte.",
      long: "Jusqu’à la suppression du compte. Les parties terminées sont conservées sans votre nom.",
    },
    {
      what: "Sessions : nom du navigateur, date de connexion et dernière activité, à l’heure près. Jetons d’API : nom, autorisations, dates de création et de dernière utilisation, et une empreinte.",
      why: "Vous permettre de vérifier et de révoquer les accès à votre compte.",
      long: "Sessions : jusqu’à votre déconnexion, ou au plus tard après 30 jours d’inactivité ou 180 jours au total. Jetons : jusqu’à leur révocation.",
    },
    {
      what: "Un identifiant haché de chaque navigateur depuis lequel vous vous connectez.",
      why: "Signaler aux modérateurs les parties classées entre des comptes utilisés sur un même appareil, et éviter que les tentatives d’autrui retardent votre connexion.",
      long: "180 jours après votre dernière connexion sur ce navigateur, ou jusqu’à la suppression du compte.",
    },
    {
      what: "Une empreinte de chaque adresse réseau depuis laquelle vous vous connectez (en IPv6, des 64 premiers bits).",
      why: "Pour signaler à la modération les parties classées entre comptes d’un même réseau.",
      long: "30 jours après votre dernière connexion depuis ce réseau, ou jusqu’à la suppression du compte.",
    },
    {
      what: "Tournois : organisateur, joueurs, leur classement à ce moment-là, appariements et résultats. Ces données sont publiques.",
      why: "Afficher les appariements et le classement.",
      long: "Sans limite de durée. Votre nom est retiré si vous supprimez votre compte.",
    },
    {
      what: "Les joueurs que vous suivez ou bloquez.",
      why: "Appliquer ces choix sur tous vos appareils.",
      long: "Jusqu’à ce que vous les retiriez de la liste. Ils n’en sont pas informés.",
    },
    {
      what: "Signalements : votre texte et votre nom d’utilisateur. Pour une partie, aussi les cent derniers messages du chat, même supprimés.",
      why: "Permettre aux modérateurs d’examiner le signalement.",
      long: "Sans limite de durée, pour garder une trace de la modération. Votre nom est retiré si vous supprimez votre compte.",
    },
    {
      what: "Journal de modération : chaque action, sa date et son motif, le modérateur et le joueur concerné.",
      why: "Rendre la modération vérifiable. Personne ne peut modifier ce journal.",
      long: "Sans limite de durée, avec les noms d’utilisateur de l’époque, même si les comptes sont supprimés.",
    },
    {
      what: "Adresse e-mail pour les notifications d’une partie, si vous les demandez.",
      why: "Vous envoyer ces notifications, et rien d’autre.",
      long: "Jusqu’à votre désabonnement ou la suppression de la partie. L’adresse est supprimée au bout d’une semaine si vous ne la confirmez pas.",
    },
    {
      what: "Abonnement push : l’adresse et les clés du service push de votre navigateur, si vous activez les notifications push.",
      why: "Vous envoyer ces notifications, et rien d’autre. Elles sont chiffrées ; le service push voit seulement à quel moment elles sont envoyées.",
      long: "Jusqu’à ce que vous les désactiviez, que vous vous déconnectiez sur cet appareil ou que 90 jours s’écoulent sans visite.",
    },
    {
      what: "Adresse e-mail de votre compte, si vous en ajoutez une.",
      why: "Vous permettre de récupérer votre compte et vous prévenir quand vos moyens de connexion changent.",
      long: "Jusqu’à la suppression de l’adresse ou du compte. L’adresse est supprimée au bout d’une semaine si vous ne la confirmez pas.",
    },
    {
      what: "Les jeux que vous publiez, avec le nom d’auteur que vous indiquez.",
      why: "Permettre aux autres joueurs d’y jouer.",
      long: "Sans limite de durée, car des parties en dépendent. Vous pouvez retirer un jeu publié pour qu’aucune nouvelle partie ne commence.",
    },
    {
      what: "Limitation du trafic : nombre de requêtes par adresse IP, en mémoire uniquement. Les journaux n’enregistrent qu’une adresse IP tronquée, et ne contiennent ni nom, ni lien, ni mot de passe.",
      why: "Empêcher les abus et diagnostiquer les pannes.",
      long: "Compteurs : quelques minutes. Journaux : aussi longtemps que l’exploitant de ce serveur les conserve.",
    },
  ],
  ownDevice: "Les liens de vos parties, vos réglages, votre progression dans les leçons et les problèmes, les brouillons de l’atelier, et le site lui-même pour qu’il fonctionne hors ligne. Deux cookies : l’un vous maintient connecté, l’autre permet de reconnaître votre navigateur quand vous vous connectez. Aucun script ne peut les lire.",
  copies: "L’exploitant de ce serveur peut sauvegarder la base de données. Les données que vous supprimez restent dans les sauvegardes jusqu’à la suppression de celles-ci.",
  yours: "Sur la page de votre compte, vous pouvez exporter toutes vos données et supprimer tout ce qui n’est pas conservé sans limite de durée. Sans compte, faites-le dans chaque partie, sous « Chat ».",
};

const WORDS: Record<LanguageCode, typeof en> = { en, fr: typeset(fr) };

export const privacyWords = (): typeof en => WORDS[settings.language];
