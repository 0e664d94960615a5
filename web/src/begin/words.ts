import type { LanguageCode } from "../api/types";
import { settings } from "../settings/settings.svelte";

const en = {
  positionLabel: "Position",
  positionHint: "A position as “Copy position” gives it, or the code of a preset of Game Courier.",
  readAsCourier: (side: string) => `Read as Game Courier's code, which does not say who moves: ${side} to move.`,
  setUp: "Set up on the board",
  positionRefused: (why: string) => `The rules do not begin from this position. ${why}`,

  title: "Set up a position",
  hand: "Move pieces",
  eraser: "Remove pieces",
  palette: (side: string) => `Pieces: ${side}`,
  put: (piece: string) => `Place: ${piece}`,
  board: "Board being set up",
  clear: "Clear the board",
  start: "Start position",
  toMove: "To move",
  text: "As text",
  use: "Use this position",
  fine: (status: string) => `The rules begin from this position. ${status}`,
  atFault: (squares: string) => `Marked on the board: ${squares}.`,
  help: "Choose a piece and press squares; press a square again to empty it. To move a piece, drag it, or press it and then where it goes.",
  lifted: "lifted",

  gameLabel: "Game",
  gameHint: "A game as “Copy game” gives it, or a settings file, a log or the turns of Game Courier, one a line.",
  upload: "Read a file",
  tooLong: "No file of more than a megabyte is read.",
  unreadable: "The file cannot be read.",
  empty: "Paste a game first.",
  noPosition: "The second line, with the position, is missing.",
  otherGame: (name: string) => `This is a game of ${name}: choose ${name} above first.`,
  badMove: (move: string, number: number, why: string) => `Move ${number}, “${move}”: ${why}`,
  badTurn: (turn: string, number: number, why: string) => `Turn ${number}, “${turn}”: ${why}`,
  afterWord: (word: string) => `Nothing may follow “${word}”.`,
  before: "The board shows the position reached. You can go on from there.",
  wordEnded: (word: string) => `The players ended it with “${word}”. You can go on from there.`,
  reached: "The position reached",
  taken: (count: number) => (count === 1 ? "1 move is legal." : `${count} moves are legal.`),
  ignored: (keys: string) => `Passed over, as the rules need nothing of it: ${keys}.`,
  friendHint: "A friend's game begins from the position reached, with the links and the clocks of a new game.",
};

export type BeginWords = typeof en;

const fr: BeginWords = {
  positionLabel: "Position",
  positionHint: "Une position telle que la donne « Copier la position », ou le code d'un jeu préparé de Game Courier.",
  readAsCourier: (side) => `Lu comme le code de Game Courier, qui ne dit pas qui joue : ${side} au trait.`,
  setUp: "Disposer sur le plateau",
  positionRefused: (why) => `Les règles ne partent pas de cette position. ${why}`,

  title: "Disposer une position",
  hand: "Déplacer des pièces",
  eraser: "Retirer des pièces",
  palette: (side) => `Pièces : ${side}`,
  put: (piece) => `Poser : ${piece}`,
  board: "Plateau en préparation",
  clear: "Vider le plateau",
  start: "Position de départ",
  toMove: "Trait",
  text: "En texte",
  use: "Prendre cette position",
  fine: (status) => `Les règles partent de cette position. ${status}`,
  atFault: (squares) => `Marquées sur le plateau : ${squares}.`,
  help: "Choisissez une pièce et touchez des cases ; touchez de nouveau une case pour la vider. Pour déplacer une pièce, glissez-la, ou touchez-la puis sa destination.",
  lifted: "soulevée",

  gameLabel: "Partie",
  gameHint: "Une partie telle que la donne « Copier la partie », ou un fichier de réglages, un journal ou les tours de Game Courier, un par ligne.",
  upload: "Lire un fichier",
  tooLong: "Aucun fichier de plus d'un mégaoctet n'est lu.",
  unreadable: "Le fichier ne peut pas être lu.",
  empty: "Collez d'abord une partie.",
  noPosition: "La deuxième ligne, avec la position, manque.",
  otherGame: (name) => `C'est une partie de ${name} : choisissez d'abord ${name} ci-dessus.`,
  badMove: (move, number, why) => `Coup ${number}, « ${move} » : ${why}`,
  badTurn: (turn, number, why) => `Tour ${number}, « ${turn} » : ${why}`,
  afterWord: (word) => `Rien ne peut suivre « ${word} ».`,
  before: "Le plateau montre la position atteinte. Vous pouvez continuer à partir de là.",
  wordEnded: (word) => `Les joueurs l'ont terminée par « ${word} ». Vous pouvez continuer à partir de là.`,
  reached: "La position atteinte",
  taken: (count) => (count <= 1 ? `${count} coup est légal.` : `${count} coups sont légaux.`),
  ignored: (keys) => `Laissé de côté, car les règles n'en ont pas besoin : ${keys}.`,
  friendHint: "La partie avec un ami part de la position atteinte, avec les liens et les pendules d'une nouvelle partie.",
};

const WORDS: Record<LanguageCode, BeginWords> = { en, fr };

/** Returns the words of positions and games to begin from, in the language chosen. */
export const beginWords = (): BeginWords => WORDS[settings.language];
