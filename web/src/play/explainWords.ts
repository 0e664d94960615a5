import type { LanguageCode } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";
import { typeset } from "@entourage/board/typeset";

const en = {
  // Reach
  reach: "Reach",
  reachHint: "Show on every square how many enemies attack it (key R)",
  reachShown: "Reach is shown.",
  reachHidden: "Reach is hidden.",
  attackers: (names: readonly string[]) => `${names.length === 1 ? "1 enemy attacks" : `${names.length} enemies attack`} it: ${names.join(", ")}.`,

  // The piece looked at
  carries: "It carries",
  safety: "Can it be captured?",

  // Legend
  legend: "At work on the board",
  nothingAtWork: "No power is at work here.",

  // Hint
  hintTitle: (move: string) => `Hint: ${move}`,
  thenLine: "What may follow",
  wins: "It wins",
  loses: "It gives",
  balance: (ahead: boolean, pieces: string) => `On balance ${ahead ? "you come out ahead" : "you come out behind"} by about ${pieces} points (the smallest piece counts one).`,
  even: "Nothing is won or lost in this line.",
  winsIn: (moves: number) => (moves === 1 ? "It wins the game at once." : `It wins the game in ${moves} moves, whatever the other side does.`),
  losesIn: (moves: number) => `Whatever you do, the other side can win in ${moves}; this holds out longest.`,
  warns: (move: number) => (move === 1 ? "It gives a warning at once." : `It gives a warning with move ${move}.`),
  closeHint: "Put the hint away",

  // After the end
  whyOver: "Why it is over",
  whatHappened: "What happened",
  lookingBack: (done: number, of: number) => `Looking back: position ${done} of ${of}`,
  noMoments: "The game was too short for moments.",
  reviewFailed: "The look back at the game failed.",
  whatNext: "What to do next",
  playAgain: "Play again",
  otherSide: "Other side",
  higherLevel: "A level higher",
  lookThrough: "Look through it",
  learn: "Learn",
  moveNumber: (number: number) => `Move ${number}`,

  // For those who hear
  readPosition: "Read the position",
  lastMoveAloud: "Say the last move",
  movesFromHere: "Say the moves from here",
  pieces: (side: string, names: readonly string[]) => `${side}: ${names.join(", ")}.`,
  noLastMove: "No move has been made.",
  noMovesFrom: (square: string) => `No moves from ${square}.`,
  movesOf: (name: string, moves: readonly string[]) => `${name}: ${moves.length === 1 ? "1 move" : `${moves.length} moves`}: ${moves.join("; ")}.`,
  nothingChosen: "Walk to a square first.",

  // Shortcuts
  shortcuts: "Keyboard shortcuts",
  onBoard: "On the board",
  inGame: "In the game",
  aloud: "Read aloud",
  keys: {
    walk: "Walk on the board",
    rowEnds: "To the ends of the row",
    select: "Choose, and play",
    letGo: "Let go",
    previous: "Previous move",
    next: "Next move",
    first: "First position",
    last: "Last position",
    powers: "Show or hide the powers",
    reach: "Show or hide the reach",
    flip: "Flip the board",
    hint: "Ask for a hint",
    read: "Read the position",
    lastMove: "Say the last move",
    movesFrom: "Say the moves from the square looked at",
    shortcuts: "This list",
  },
  keyNames: { Arrows: "Arrow keys", ArrowLeft: "←", ArrowRight: "→", Home: "Home", End: "End", Enter: "Enter", Escape: "Esc" },
  outside: "arrows, Home and End while the focus is not on the board",
  lettersAct: "Letters act as shortcuts",
};

export type ExplainWords = typeof en;

const fr: ExplainWords = {
  reach: "Portée",
  reachHint: "Montrer sur chaque case combien d'ennemis l'attaquent (touche R)",
  reachShown: "La portée est montrée.",
  reachHidden: "La portée est cachée.",
  attackers: (names) => `${names.length === 1 ? "1 ennemi l'attaque" : `${names.length} ennemis l'attaquent`} : ${names.join(", ")}.`,

  carries: "Ce qu'elle porte",
  safety: "Peut-on la capturer ?",

  legend: "À l'œuvre sur le plateau",
  nothingAtWork: "Aucun pouvoir n'est à l'œuvre ici.",

  hintTitle: (move) => `Indice : ${move}`,
  thenLine: "Ce qui peut suivre",
  wins: "Il gagne",
  loses: "Il donne",
  balance: (ahead, pieces) => `Au total vous ${ahead ? "y gagnez" : "y perdez"} environ ${pieces} points (la plus petite pièce en vaut un).`,
  even: "Rien n'est gagné ni perdu dans cette suite.",
  winsIn: (moves) => (moves === 1 ? "Il gagne la partie aussitôt." : `Il gagne la partie en ${moves} coups, quoi que fasse l'autre camp.`),
  losesIn: (moves) => `Quoi que vous fassiez, l'autre camp peut gagner en ${moves} ; c'est ce qui résiste le plus longtemps.`,
  warns: (move) => (move === 1 ? "Il avertit aussitôt l'autre camp." : `Il avertit l'autre camp au coup ${move}.`),
  closeHint: "Ranger l'indice",

  whyOver: "Pourquoi c'est fini",
  whatHappened: "Ce qui s'est passé",
  lookingBack: (done, of) => `Retour sur la partie : position ${done} sur ${of}`,
  noMoments: "La partie était trop courte pour avoir ses moments.",
  reviewFailed: "Le retour sur la partie a échoué.",
  whatNext: "Et maintenant",
  playAgain: "Rejouer",
  otherSide: "L'autre camp",
  higherLevel: "Un niveau de plus",
  lookThrough: "La revoir",
  learn: "Apprendre",
  moveNumber: (number) => `Coup ${number}`,

  readPosition: "Lire la position",
  lastMoveAloud: "Dire le dernier coup",
  movesFromHere: "Dire les coups d'ici",
  pieces: (side, names) => `${side} : ${names.join(", ")}.`,
  noLastMove: "Aucun coup n'a été joué.",
  noMovesFrom: (square) => `Aucun coup depuis ${square}.`,
  movesOf: (name, moves) => `${name} : ${moves.length === 1 ? "1 coup" : `${moves.length} coups`} : ${moves.join(" ; ")}.`,
  nothingChosen: "Allez d'abord sur une case.",

  shortcuts: "Raccourcis du clavier",
  onBoard: "Sur le plateau",
  inGame: "Dans la partie",
  aloud: "À voix haute",
  keys: {
    walk: "Marcher sur le plateau",
    rowEnds: "Aux bouts de la rangée",
    select: "Choisir, et jouer",
    letGo: "Lâcher",
    previous: "Coup précédent",
    next: "Coup suivant",
    first: "Première position",
    last: "Dernière position",
    powers: "Montrer ou cacher les pouvoirs",
    reach: "Montrer ou cacher la portée",
    flip: "Retourner le plateau",
    hint: "Demander un indice",
    read: "Lire la position",
    lastMove: "Dire le dernier coup",
    movesFrom: "Dire les coups de la case regardée",
    shortcuts: "Cette liste",
  },
  keyNames: { Arrows: "Flèches", ArrowLeft: "←", ArrowRight: "→", Home: "Début", End: "Fin", Enter: "Entrée", Escape: "Échap" },
  outside: "flèches, Début et Fin tant que le plateau n'a pas le curseur",
  lettersAct: "Les lettres servent de raccourcis",
};

const WORDS: Record<LanguageCode, ExplainWords> = { en, fr: typeset(fr) };

/** Returns the words of what explains a game, in the language chosen. */
export const explainWords = (): ExplainWords => WORDS[settings.language];
