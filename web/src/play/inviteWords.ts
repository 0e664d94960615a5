import type { LanguageCode } from "@entourage/rules";
import { typeset } from "@entourage/board/typeset";
import { settings } from "../settings/settings.svelte";

const en = {
  title: "Invite a friend",
  text: (side: string) => `Send this link. Your friend plays ${side}.`,
  openTitle: "Your invitation is public",
  openText: (side: string) => `It is listed on the home page for a week. The first player to join plays ${side}. You can leave this page and come back at any time.`,
  waits: "Waiting for your friend. You can leave this page: the game is on the home page.",
  joined: (side: string) => `Your opponent has joined as ${side}.`,
  friendLink: "Invitation link",
  watchLink: "Spectator link",
  watchText: "Anyone with this link can watch the game but not make moves.",
  copyLink: "Copy link",
  share: "Share…",
  shareTitle: (game: string) => `A game of ${game}`,
  code: "QR code of the invitation link",
  more: "Spectator link and new link",
  renew: "Create a new link",
  renewText: "The old link stops working.",
  renewed: "New link created. The old one no longer works.",
  toTheBoard: "Go to the board",

  // For the friend
  invited: (host: string | null, game: string) => (host === null ? `A friend invites you to ${game}` : `${host} invites you to ${game}`),
  youPlay: (side: string, first: boolean) => (first ? `You play ${side} and move first.` : `You play ${side}. Your friend moves first.`),
  join: "Join",
};

const fr: typeof en = {
  title: "Inviter un ami",
  text: (side) => `Envoyez ce lien. Le camp de votre ami : ${side}.`,
  openTitle: "Votre invitation est publique",
  openText: (side) => `Elle est affichée pendant une semaine sur la page d’accueil. Le premier joueur à l’accepter jouera contre vous (son camp : ${side}). Vous pouvez quitter cette page et y revenir à tout moment.`,
  waits: "En attente de votre ami. Vous pouvez quitter cette page : la partie est sur la page d’accueil.",
  joined: (side) => `Votre adversaire a rejoint la partie (camp : ${side}).`,
  friendLink: "Lien d’invitation",
  watchLink: "Lien spectateur",
  watchText: "Toute personne qui a ce lien peut regarder la partie, mais pas y jouer.",
  copyLink: "Copier le lien",
  share: "Partager…",
  shareTitle: (game) => `Une partie (${game})`,
  code: "Code QR du lien d’invitation",
  more: "Lien spectateur et nouveau lien",
  renew: "Créer un nouveau lien",
  renewText: "L’ancien lien cessera de fonctionner.",
  renewed: "Nouveau lien créé. L’ancien ne fonctionne plus.",
  toTheBoard: "Aller au plateau",

  invited: (host, game) => (host === null ? `Un ami vous invite à jouer : ${game}` : `${host} vous invite à jouer : ${game}`),
  youPlay: (side, first) => (first ? `Votre camp : ${side}. Vous jouez en premier.` : `Votre camp : ${side}. Votre ami joue en premier.`),
  join: "Rejoindre",
};

const WORDS: Record<LanguageCode, typeof en> = { en, fr: typeset(fr) };

export const inviteWords = (): typeof en => WORDS[settings.language];
