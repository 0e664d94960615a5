import type { LanguageCode } from "@entourage/rules";
import type { Colours, Pieces } from "../settings/settings.svelte";
import { settings } from "../settings/settings.svelte";
import { typeset } from "@entourage/board/typeset";

const boards: Record<Colours, string> = { own: "The game's", green: "Green", sea: "Sea", clay: "Clay", print: "Print" };
const sets: Record<Pieces, string> = { pictures: "Pictures", letters: "Letters", figures: "Figures" };

const en = {
  theme: "Theme",
  themeAuto: "As the device",
  themeLight: "Light",
  themeDark: "Dark",
  language: "Language",
  confirmMoves: "Confirm moves before playing",
  confirmAuto: "On touch screens, and by correspondence",
  confirmAlways: "Always",
  confirmNever: "Never",
  showLetters: "Letters on the pieces",
  showPowers: "All powers drawn on the board",
  animate: "Animate moves",
  animateHint: "Never where the device asks for reduced motion.",
  notify: "Tell me when it is my turn",
  notifyHint: "By a notification of the browser, while a page of Entourage is open.",
  notifyDenied: "The browser does not allow it: allow notifications for this site first.",
  notifyUnable: "This browser cannot notify.",
  push: "Tell this device when I am away",
  pushHint: "When it is my turn, a game is over or somebody challenges me, even while no page is open. The browser's own service brings the message, which only this browser can read.",
  pushFailed: "The browser's service did not answer. Try again later.",

  board: "Board",
  boards,
  pieces: "Pieces",
  sets,
  figuresHint: "One simple figure a kind with its label, in the manner of Game Courier's abstract sets.",
  notation: "Notation",
  ours: "Ours",
  courier: "Game Courier's",
  courierHint: "Labels, coordinates and moves as they are written on Game Courier.",
  coordinates: "Coordinates on the board",
  below: "At the bottom",
  belowOwn: "My side",
  firstSide: "First player",
  secondSide: "Second player",
  size: "Size of the board",
  sizes: { "100": "Full", "85": "Medium", "70": "Small" },

  preview: "How it looks",
  ofGame: "Game",
  table: (game: string) => `Pieces of ${game}`,
  label: "Label",
  name: "Name",
  picture: "Picture",
};

export type LookWords = typeof en;

const fr: LookWords = {
  theme: "Thème",
  themeAuto: "Comme l'appareil",
  themeLight: "Clair",
  themeDark: "Sombre",
  language: "Langue",
  confirmMoves: "Confirmer les coups avant de les jouer",
  confirmAuto: "Sur écran tactile, et par correspondance",
  confirmAlways: "Toujours",
  confirmNever: "Jamais",
  showLetters: "Lettres sur les pièces",
  showPowers: "Tous les pouvoirs dessinés sur le plateau",
  animate: "Animer les coups",
  animateHint: "Jamais si l'appareil demande moins de mouvement.",
  notify: "Me prévenir quand c'est à moi de jouer",
  notifyHint: "Par une notification du navigateur, tant qu'une page d'Entourage est ouverte.",
  notifyDenied: "Le navigateur ne le permet pas : autorisez d'abord les notifications de ce site.",
  notifyUnable: "Ce navigateur ne peut pas notifier.",
  push: "Prévenir cet appareil en mon absence",
  pushHint: "Quand c'est à moi de jouer, qu'une partie finit ou que quelqu'un me défie, même sans page ouverte. Le service du navigateur apporte le message, que ce navigateur seul peut lire.",
  pushFailed: "Le service du navigateur n'a pas répondu. Réessayez plus tard.",

  board: "Plateau",
  boards: { own: "Celui du jeu", green: "Vert", sea: "Mer", clay: "Argile", print: "Encre" },
  pieces: "Pièces",
  sets: { pictures: "Images", letters: "Lettres", figures: "Figures" },
  figuresHint: "Une figure simple par sorte de pièce, avec son étiquette, à la manière des jeux abstraits de Game Courier.",
  notation: "Notation",
  ours: "La nôtre",
  courier: "Celle de Game Courier",
  courierHint: "Étiquettes, coordonnées et coups comme on les écrit sur Game Courier.",
  coordinates: "Coordonnées sur le plateau",
  below: "En bas",
  belowOwn: "Mon camp",
  firstSide: "Premier joueur",
  secondSide: "Second joueur",
  size: "Taille du plateau",
  sizes: { "100": "Entière", "85": "Moyenne", "70": "Petite" },

  preview: "Aperçu",
  ofGame: "Jeu",
  table: (game: string) => `Pièces : ${game}`,
  label: "Étiquette",
  name: "Nom",
  picture: "Image",
};

const WORDS: Record<LanguageCode, LookWords> = { en, fr: typeset(fr) };

/** Returns the words for what things look like, in the language chosen. */
export const lookWords = (): LookWords => WORDS[settings.language];
