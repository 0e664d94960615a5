import type { LanguageCode } from "@entourage/rules";
import type { Colours, Pieces } from "../settings/settings.svelte";
import { settings } from "../settings/settings.svelte";
import { typeset } from "@entourage/board/typeset";

const boards: Record<Colours, string> = { own: "Game default", green: "Green", sea: "Sea", clay: "Clay", print: "Print" };
const sets: Record<Pieces, string> = { pictures: "Pictures", letters: "Letters", figures: "Figures" };

const en = {
  theme: "Theme",
  themeAuto: "System",
  themeLight: "Light",
  themeDark: "Dark",
  language: "Language",
  confirmMoves: "Confirm moves",
  confirmAuto: "On touch screens and in correspondence games",
  confirmAlways: "Always",
  confirmNever: "Never",
  showLetters: "Letters on pieces",
  showPowers: "Show all powers on the board",
  typing: "Field to type moves",
  animate: "Animate moves",
  animateHint: "Off when your device is set to reduce motion.",
  notify: "Notify me when it is my turn",
  notifyHint: "Browser notifications while an Entourage page is open.",
  notifyDenied: "Notifications are blocked. Allow them for this site in your browser.",
  notifyUnable: "This browser does not support notifications.",
  push: "Push notifications on this device",
  pushHint: "Sent when it is your turn, a game ends or someone challenges you, even with no page open. Notifications are encrypted: your browser’s push service cannot read them.",
  pushFailed: "The push service did not respond. Try again later.",

  board: "Board",
  boards,
  pieces: "Pieces",
  sets,
  figuresHint: "A simple shape with a label for each piece type, like Game Courier’s abstract sets.",
  notation: "Notation",
  ours: "Standard",
  courier: "Game Courier",
  courierHint: "Labels, coordinates and moves in Game Courier’s notation.",
  coordinates: "Show coordinates",
  below: "Board orientation",
  belowOwn: "My side at the bottom",
  firstSide: "First player at the bottom",
  secondSide: "Second player at the bottom",
  size: "Board size",
  sizes: { "100": "Large", "85": "Medium", "70": "Small" },

  preview: "Preview",
  ofGame: "Game",
  table: (game: string) => `Pieces of ${game}`,
  label: "Label",
  name: "Name",
  picture: "Picture",
};

export type LookWords = typeof en;

const fr: LookWords = {
  theme: "Thème",
  themeAuto: "Système",
  themeLight: "Clair",
  themeDark: "Sombre",
  language: "Langue",
  confirmMoves: "Confirmer les coups",
  confirmAuto: "Sur écran tactile et par correspondance",
  confirmAlways: "Toujours",
  confirmNever: "Jamais",
  showLetters: "Lettres sur les pièces",
  showPowers: "Afficher tous les pouvoirs sur le plateau",
  typing: "Champ pour saisir les coups",
  animate: "Animer les coups",
  animateHint: "Désactivé si votre appareil est réglé pour réduire les animations.",
  notify: "Me prévenir quand c’est à moi de jouer",
  notifyHint: "Notifications du navigateur tant qu’une page Entourage est ouverte.",
  notifyDenied: "Les notifications sont bloquées. Autorisez-les pour ce site dans votre navigateur.",
  notifyUnable: "Ce navigateur ne prend pas en charge les notifications.",
  push: "Notifications push sur cet appareil",
  pushHint: "Envoyées quand c’est à vous de jouer, qu’une partie se termine ou que quelqu’un vous défie, même si aucune page n’est ouverte. Les notifications sont chiffrées : le service push du navigateur ne peut pas les lire.",
  pushFailed: "Le service de notifications push n’a pas répondu. Réessayez plus tard.",

  board: "Plateau",
  boards: { own: "Par défaut", green: "Vert", sea: "Mer", clay: "Argile", print: "Imprimé" },
  pieces: "Pièces",
  sets: { pictures: "Images", letters: "Lettres", figures: "Formes" },
  figuresHint: "Une forme simple avec une étiquette pour chaque type de pièce, comme les jeux de pièces abstraits de Game Courier.",
  notation: "Notation",
  ours: "Standard",
  courier: "Game Courier",
  courierHint: "Étiquettes, coordonnées et coups dans la notation de Game Courier.",
  coordinates: "Afficher les coordonnées",
  below: "Orientation du plateau",
  belowOwn: "Mon camp en bas",
  firstSide: "Premier joueur en bas",
  secondSide: "Second joueur en bas",
  size: "Taille du plateau",
  sizes: { "100": "Grande", "85": "Moyenne", "70": "Petite" },

  preview: "Aperçu",
  ofGame: "Jeu",
  table: (game: string) => `Pièces : ${game}`,
  label: "Étiquette",
  name: "Nom",
  picture: "Image",
};

const WORDS: Record<LanguageCode, LookWords> = { en, fr: typeset(fr) };

export const lookWords = (): LookWords => WORDS[settings.language];
