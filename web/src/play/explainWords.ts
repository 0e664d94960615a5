import type { LanguageCode } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";
import { typeset } from "@entourage/board/typeset";

const en = {
  // Game without moves
  firstSteps: "First steps",
  firstSelect: "Select one of your pieces: the board shows where it can go.",
  firstMove: "Before you play a move, the board shows what it would change.",
  firstHint: "Not sure? “Hint” suggests a move and explains it.",

  // Attacks
  reach: "Attacks",
  reachHint: "Show how many enemies attack each square (R)",
  reachShown: "Attacks shown.",
  reachHidden: "Attacks hidden.",
  attackers: (names: readonly string[]) => `Attacked by ${names.length === 1 ? "1 enemy" : `${names.length} enemies`}: ${names.join(", ")}.`,

  // Inspected piece
  carries: "Marks",
  safety: "Can it be captured?",

  // Legend
  legend: "Active powers",
  nothingAtWork: "No active powers.",

  // Hint
  hintTitle: (move: string) => `Hint: ${move}`,
  thenLine: "Expected line",
  wins: "Wins",
  loses: "Loses",
  balance: (ahead: boolean, points: string) => `This line ${ahead ? "gains" : "loses"} ${points} of material (the least valuable piece is worth 1).`,
  points: (count: number, written: string) => (count === 1 ? "1 point" : `${written} points`),
  after: (move: string, change: string) => `After ${move}: ${change}.`,
  prepares: (move: string) => `This prepares ${move}.`,
  showMove: (move: string) => `Show on the board: ${move}`,
  backToNow: "Back to the current position",
  winsIn: (moves: number) => (moves === 1 ? "This wins the game." : `This forces a win in ${moves} moves.`),
  losesIn: (moves: number) => `The position is lost: your opponent can win in ${moves === 1 ? "1 move" : `${moves} moves`}. This move holds out longest.`,
  warns: (move: number) => (move === 1 ? "This move gives check or makes a similar threat." : `Move ${move} of the line gives check or makes a similar threat.`),
  closeHint: "Close hint",

  // Finished game
  whyOver: "How the game ended",
  whatHappened: "Key moments",
  lookingBack: (done: number, of: number) => `Analysing: position ${done} of ${of}`,
  noMoments: "The game was too short to find key moments.",
  reviewFailed: "The analysis failed.",
  whatNext: "What next?",
  playAgain: "Rematch",
  nextPower: "Learn the next power",
  nextLesson: "Next lesson",
  analyse: "Analyse",
  inMoves: (moves: number, time: string | null) => [moves === 1 ? "1 move" : `${moves} moves`, ...(time === null ? [] : [time])].join(" · "),
  finalPosition: "Final position",
  otherSide: "Switch sides",
  higherLevel: "Next level",
  lookThrough: "Review the game",
  addToStudy: "Add to a study",
  learn: "Learn",
  moveNumber: (number: number) => `Move ${number}`,

  // Screen reader
  readPosition: "Read position",
  lastMoveAloud: "Read last move",
  movesFromHere: "Read moves from this square",
  pieces: (side: string, names: readonly string[]) => `${side}: ${names.join(", ")}.`,
  noLastMove: "No moves yet.",
  noMovesFrom: (square: string) => `No moves from ${square}.`,
  movesOf: (name: string, moves: readonly string[]) => `${name}: ${moves.length === 1 ? "1 move" : `${moves.length} moves`}: ${moves.join("; ")}.`,
  nothingChosen: "Select a square first.",

  // Shortcuts
  shortcuts: "Keyboard shortcuts",
  onBoard: "On the board",
  inGame: "In the game",
  aloud: "Screen reader",
  keys: {
    walk: "Move around the board",
    rowEnds: "Go to the start or end of the row",
    select: "Select and play",
    letGo: "Cancel selection",
    previous: "Previous move",
    next: "Next move",
    first: "First move",
    last: "Latest move",
    powers: "Show or hide powers",
    reach: "Show or hide attacks",
    flip: "Flip board",
    hint: "Get a hint",
    read: "Read position",
    lastMove: "Read last move",
    movesFrom: "Read moves from the current square",
    shortcuts: "Show this list",
  },
  keyNames: { Arrows: "Arrow keys", ArrowLeft: "←", ArrowRight: "→", Home: "Home", End: "End", Enter: "Enter", Escape: "Esc" },
  outside: "arrow keys, Home and End only when the board is not focused",
  lettersAct: "Enable single-letter shortcuts",
};

export type ExplainWords = typeof en;

const fr: ExplainWords = {
  firstSteps: "Pour commencer",
  firstSelect: "Sélectionnez une de vos pièces : le plateau montre où elle peut aller.",
  firstMove: "Avant que vous jouiez un coup, le plateau montre ce qu’il changerait.",
  firstHint: "Vous hésitez ? « Indice » propose un coup et l’explique.",

  reach: "Attaques",
  reachHint: "Afficher le nombre d’ennemis qui attaquent chaque case (R)",
  reachShown: "Attaques affichées.",
  reachHidden: "Attaques masquées.",
  attackers: (names) => `Attaquée par ${names.length === 1 ? "1 ennemi" : `${names.length} ennemis`} : ${names.join(", ")}.`,

  carries: "Marques",
  safety: "Peut-elle être prise ?",

  legend: "Pouvoirs actifs",
  nothingAtWork: "Aucun pouvoir actif.",

  hintTitle: (move) => `Indice : ${move}`,
  thenLine: "Suite probable",
  wins: "Gagne",
  loses: "Perd",
  balance: (ahead, points) => `Cette suite ${ahead ? "gagne" : "perd"} ${points} de matériel (la pièce la plus faible vaut 1).`,
  points: (count, written) => (count < 2 ? `${written} point` : `${written} points`),
  after: (move, change) => `Après ${move} : ${change}.`,
  prepares: (move) => `Ce coup prépare ${move}.`,
  showMove: (move) => `Montrer sur le plateau : ${move}`,
  backToNow: "Revenir à la position actuelle",
  winsIn: (moves) => (moves === 1 ? "Ce coup gagne la partie." : `Ce coup force la victoire en ${moves} coups.`),
  losesIn: (moves) => `La position est perdue : votre adversaire peut gagner en ${moves === 1 ? "1 coup" : `${moves} coups`}. Ce coup est celui qui résiste le plus longtemps.`,
  warns: (move) => (move === 1 ? "Ce coup donne échec ou crée une menace comparable." : `Le coup ${move} de la suite donne échec ou crée une menace comparable.`),
  closeHint: "Fermer l’indice",

  whyOver: "Comment la partie s’est terminée",
  whatHappened: "Moments clés",
  lookingBack: (done, of) => `Analyse : position ${done} sur ${of}`,
  noMoments: "La partie est trop courte pour en dégager des moments clés.",
  reviewFailed: "L’analyse a échoué.",
  whatNext: "Et ensuite ?",
  playAgain: "Revanche",
  nextPower: "Apprendre le pouvoir suivant",
  nextLesson: "Leçon suivante",
  analyse: "Analyser",
  inMoves: (moves, time) => [moves === 1 ? "1 coup" : `${moves} coups`, ...(time === null ? [] : [time])].join(" · "),
  finalPosition: "Position finale",
  otherSide: "Changer de camp",
  higherLevel: "Niveau supérieur",
  lookThrough: "Revoir la partie",
  addToStudy: "Ajouter à une étude",
  learn: "Apprendre",
  moveNumber: (number) => `Coup ${number}`,

  readPosition: "Lire la position",
  lastMoveAloud: "Lire le dernier coup",
  movesFromHere: "Lire les coups depuis cette case",
  pieces: (side, names) => `${side} : ${names.join(", ")}.`,
  noLastMove: "Aucun coup pour l’instant.",
  noMovesFrom: (square) => `Aucun coup depuis ${square}.`,
  movesOf: (name, moves) => `${name}, ${moves.length === 1 ? "1 coup" : `${moves.length} coups`} : ${moves.join(" ; ")}.`,
  nothingChosen: "Sélectionnez d’abord une case.",

  shortcuts: "Raccourcis clavier",
  onBoard: "Sur le plateau",
  inGame: "Dans la partie",
  aloud: "Lecteur d’écran",
  keys: {
    walk: "Se déplacer sur le plateau",
    rowEnds: "Aller au début ou à la fin de la rangée",
    select: "Sélectionner et jouer",
    letGo: "Annuler la sélection",
    previous: "Coup précédent",
    next: "Coup suivant",
    first: "Début de la partie",
    last: "Dernier coup",
    powers: "Afficher ou masquer les pouvoirs",
    reach: "Afficher ou masquer les attaques",
    flip: "Retourner le plateau",
    hint: "Demander un indice",
    read: "Lire la position",
    lastMove: "Lire le dernier coup",
    movesFrom: "Lire les coups depuis la case actuelle",
    shortcuts: "Afficher cette liste",
  },
  keyNames: { Arrows: "Flèches", ArrowLeft: "←", ArrowRight: "→", Home: "Début", End: "Fin", Enter: "Entrée", Escape: "Échap" },
  outside: "flèches, Début et Fin seulement quand le plateau n’a pas le focus",
  lettersAct: "Activer les raccourcis à une lettre",
};

const WORDS: Record<LanguageCode, ExplainWords> = { en, fr: typeset(fr) };

export const explainWords = (): ExplainWords => WORDS[settings.language];
