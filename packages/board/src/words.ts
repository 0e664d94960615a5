/** The words of a board in English. */
export const en = {
  board: (game: string) => `${game} board`,
  gridHelp: "Arrow keys walk, Enter selects and plays, Escape lets go.",
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
    leap: "leap here",
    swap: "trade places",
    stages: "part of a longer move",
    change: "change",
    pass: "pass",
  },
  lastMove: "last move",
  changedByLastMove: "changed by the last move",
  responsible: "reason for the refusal",
  threatened: "threatened",
};

export type BoardWords = typeof en;

/** The words of a board in French. */
export const fr: BoardWords = {
  board: (game) => `Plateau : ${game}`,
  gridHelp: "Les flèches parcourent le plateau, Entrée choisit et joue, Échap relâche.",
  choose: "Quel coup ?",
  empty: "vide",
  pieceName: (kind, side) => `${kind}, ${side}`,
  canMove: (count) => (count <= 1 ? `${count} coup` : `${count} coups`),
  cannotMove: "aucun coup",
  selected: "choisie",
  targetOf: (manners) => `possible : ${manners}`,
  manners: {
    move: "aller ici",
    capture: "capturer",
    leap: "bondir ici",
    swap: "échanger les places",
    stages: "partie d'un coup plus long",
    change: "transformer",
    pass: "passer",
  },
  lastMove: "dernier coup",
  changedByLastMove: "changée par le dernier coup",
  responsible: "raison du refus",
  threatened: "menacé",
};
