/** English strings of the board. */
export const en = {
  board: (game: string) => `${game} board`,
  gridHelp: "Use the arrow keys to move around the board, Enter to select and play, Escape to cancel.",
  choose: "Which move?",
  empty: "empty",
  pieceName: (kind: string, side: string) => `${side} ${kind}`,
  canMove: (count: number) => (count === 1 ? "1 move" : `${count} moves`),
  cannotMove: "no moves",
  selected: "selected",
  targetOf: (manners: string) => `possible: ${manners}`,
  manners: {
    move: "move here",
    capture: "capture",
    leap: "jump here",
    swap: "swap places",
    stages: "continue a multi-step move",
    change: "transform",
    pass: "pass",
  },
  lastMove: "last move",
  changedByLastMove: "affected by the last move",
  responsible: "makes the move illegal",
  threatened: "under attack",
};

export type BoardWords = typeof en;

/** French strings of the board. */
export const fr: BoardWords = {
  board: (game) => `Plateau : ${game}`,
  gridHelp: "Utilisez les flèches pour vous déplacer sur le plateau, Entrée pour sélectionner et jouer, Échap pour annuler.",
  choose: "Quel coup ?",
  empty: "vide",
  pieceName: (kind, side) => `${kind}, ${side}`,
  canMove: (count) => (count <= 1 ? `${count} coup` : `${count} coups`),
  cannotMove: "aucun coup",
  selected: "sélectionnée",
  targetOf: (manners) => `possible : ${manners}`,
  manners: {
    move: "se déplacer ici",
    capture: "prendre",
    leap: "sauter ici",
    swap: "échanger de place",
    stages: "poursuivre un coup en plusieurs étapes",
    change: "transformer",
    pass: "passer",
  },
  lastMove: "dernier coup",
  changedByLastMove: "modifiée par le dernier coup",
  responsible: "rend le coup illégal",
  threatened: "menacée",
};
