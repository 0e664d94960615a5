import { typographic, type LanguageCode } from "@entourage/rules";

/** A word of the game language. */
export interface Term {
  word: string;
  /** Where it is used: at the start of a sentence, at the start of an indented line, or within a line. */
  where: "sentence" | "line" | "inside";
  /** What it does. */
  says: Record<LanguageCode, string>;
  /** An example. */
  example: string;
}

const term = (where: Term["where"], word: string, example: string, en: string, fr: string): Term => ({ word, where, example, says: { en, fr: typographic(fr) } });

/** Words with help and completion in the editor; the manual describes all of them. */
export const TERMS: readonly Term[] = [
  term("sentence", "language", "language 1", "The version of the game language. It comes first.", "La version du langage. Elle vient en premier."),
  term("sentence", "game", 'game my-game "My Game" by "Me" like another-game', "Names the game. With “like”, it inherits everything it does not redefine from another game.", "Le nom du jeu. Avec « like », le jeu hérite d’un autre tout ce qu’il ne redéfinit pas."),
  term("sentence", "board", "board 8 x 8", "The board size: files, then ranks. Hexagonal boards are specified row by row.", "La taille du plateau : colonnes, puis rangées. Les plateaux hexagonaux s’indiquent rangée par rangée."),
  term("sentence", "sides", "sides White w, Black b", "The players, in turn order, and their codes in position strings.", "Les joueurs, dans l’ordre de jeu, et leurs codes dans les positions."),
  term("sentence", "piece", 'piece N "Knight"', "A piece type: its letter and name. Its moves follow on indented lines.", "Un type de pièce : sa lettre et son nom. Ses coups suivent sur des lignes en retrait."),
  term("sentence", "also piece", "also piece P", "Adds lines to a piece of the inherited game.", "Des lignes ajoutées à une pièce du jeu hérité."),
  term("sentence", "every piece", "every piece but King", "Lines that apply to all piece types, or to all but some.", "Des lignes valables pour tous les types de pièces, ou tous sauf certains."),
  term("sentence", "power", "power lit of Lantern: own Runners next to it cannot be captured", "An effect of a piece on other pieces, written from the point of view of the piece that has the power.", "L’effet d’une pièce sur d’autres, écrit du point de vue de la pièce qui a le pouvoir."),
  term("sentence", "call", "call foot: Pawn, Bawn", "Defines a name for a group of pieces, or for a piece while a condition is true.", "Définit un nom pour un groupe de pièces, ou pour une pièce tant qu’une condition est vraie."),
  term("sentence", "zone", "zone palace: c1 to e2 for White, c5 to e6 for Black", "Names a set of squares, shared by both sides or separate for each.", "Un ensemble de cases nommé, commun aux deux camps ou propre à chacun."),
  term("sentence", "hands of", "hands of 6", "Squares beside the board for the pieces each side has in hand.", "Des cases à côté du plateau pour les pièces en main de chaque camp."),
  term("sentence", "beside the board", "beside the board: wls, bls", "Squares beside the board, adjacent to no other square.", "Des cases à côté du plateau, sans case voisine."),
  term("sentence", "royal", 'royal King, warned as "check"', "A piece that must not be captured or left under attack.", "Une pièce qui ne doit être ni prise ni laissée menacée."),
  term("sentence", "pass", "pass: when no other move", "When a player may pass.", "Quand un joueur peut passer."),
  term("sentence", "after", "after a Pawn arrives on its last rank: it becomes Queen, Rook, Bishop or Knight", "An effect triggered by a move.", "Un effet déclenché par un coup."),
  term("sentence", "castling of", "castling of King with Rook", "A move of two pieces at once; each line describes one form of it.", "Un coup de deux pièces à la fois ; chaque ligne en décrit une forme."),
  term("sentence", "remember", "remember passed: a square, for the next turn", "A square or a counter stored in the position.", "Une case ou un compteur enregistré dans la position."),
  term("sentence", "shuffle", "shuffle own rank 1", "Randomises the starting position: the pieces there are shuffled, subject to the conditions on the lines below.", "Rend aléatoire la position de départ : les pièces à cet endroit sont mélangées, selon les conditions des lignes suivantes."),
  term("sentence", "credits", "credits", "Credits, one per line: the contribution and the person.", "Les crédits, un par ligne : la contribution et la personne."),
  term("sentence", "ends", "ends", "How the game ends, one condition per line: win, loss or draw, for the player to move.", "Les fins de partie, une condition par ligne : win, loss ou draw, pour le joueur au trait."),
  term("sentence", "position", 'position "{rows} {side}"', "The format of position strings.", "Le format des positions."),
  term("sentence", "start", 'start "rlk2r/6/6/6/6/R2KLR w"', "The starting position. Letters are pieces; capitals belong to the first side.", "La position de départ. Les lettres sont des pièces ; les majuscules appartiennent au premier camp."),
  term("sentence", "needs", "needs", "Conditions that every legal position meets, one per line.", "Les conditions que remplit toute position légale, une par ligne."),
  term("sentence", "feature", "feature promotion", "A named group of sentences that a derived game can leave out.", "Un groupe de phrases nommé, qu’un jeu dérivé peut omettre."),
  term("sentence", "without feature", "without feature passing", "Leaves out a feature of the inherited game.", "Retire du jeu hérité un groupe de phrases nommé."),
  term("sentence", "edition", "edition short, the usual one", "An edition of the game; sentences can apply to one edition only.", "Une édition du jeu ; des phrases peuvent ne s’appliquer qu’à l’une d’elles."),
  term("sentence", "cards", "cards", "The cards players choose before the game.", "Les cartes que les joueurs choisissent avant la partie."),
  term("sentence", "card", "card lantern", "A power or a movement that players can choose before the game.", "Un pouvoir ou un déplacement que les joueurs peuvent choisir avant la partie."),
  term("sentence", "moves written", "moves written", "The notation of moves with a label.", "La notation des coups qui ont une étiquette."),
  term("line", "moves", "moves: slide any", "A move to an empty square.", "Un déplacement vers une case vide."),
  term("line", "captures", "captures: step diagonally forward", "A capturing move.", "Un coup de prise."),
  term("line", "moves and captures", "moves and captures: step any", "A move to an empty square or a capture.", "Un déplacement vers une case vide ou une prise."),
  term("line", "never captures", "never captures", "The piece never captures.", "La pièce ne prend jamais."),
  term("line", "acts", "acts (suicide): it is removed, when it is immobilised", "An action of a piece that does not move it.", "Une action de la pièce sans déplacement."),
  term("line", "says", 'says "A Runner next to its own Lantern cannot be captured."', "The explanation shown to players when the power makes a move illegal.", "L’explication affichée aux joueurs quand le pouvoir rend un coup illégal."),
  term("line", "fr", 'fr "Ange gardien"', "The French translation.", "La traduction française."),
  term("line", "win", 'win "try": own Lion is on its last row', "The player to move wins.", "Le joueur au trait gagne."),
  term("line", "loss", 'loss "checkmate": own King is threatened, and no move', "The player to move loses.", "Le joueur au trait perd."),
  term("line", "draw", 'draw "stalemate": no move', "The game is drawn.", "La partie est nulle."),
  term("line", "exactly", "exactly 1 King a side", "The exact number of pieces in every position.", "Le nombre exact de pièces dans toute position."),
  term("line", "at most", "at most 1 of each kind a side", "The maximum number of pieces.", "Le nombre maximum de pièces."),
  term("line", "each side by itself", "each side by itself", "Each side is shuffled independently.", "Chaque camp est mélangé indépendamment."),
  term("inside", "on opposite colours", "Bishops on opposite colours", "The same number on dark and light squares, give or take one.", "Autant sur les cases noires que sur les blanches, à une près."),
  term("inside", "between", "King between Rooks", "With one of the named pieces on its left and one on its right, in the same row.", "Avec une des pièces nommées à sa gauche et une à sa droite, sur la même rangée."),
  term("inside", "drawn as", 'piece H "Horse" drawn as "Knight"', "Uses the picture of a built-in piece.", "L’image d’une pièce intégrée est utilisée."),
  term("inside", "label", 'piece H "Horse" label "HH"', "The piece’s label in Game Courier notation.", "L’étiquette de la pièce dans la notation de Game Courier."),
  term("inside", "squares", "remember slime: squares", "Marks on squares that stay until they are removed.", "Des marques sur des cases, qui restent jusqu’à leur effacement."),
  term("inside", "is left", "after a Snail moves: slime is left where it stood", "Marks a square of the move.", "Une marque est posée sur une case du coup."),
  term("inside", "is wiped", "after a King moves: slime is wiped off where it stands", "Removes a mark, or all marks of a type.", "Une marque est effacée, ou toutes celles d’un type."),
  term("inside", "step", "moves: step straight", "One square.", "Une case."),
  term("inside", "slide", "moves: slide diagonal", "Any number of squares, over empty squares.", "Un nombre quelconque de cases, en passant par des cases vides."),
  term("inside", "leap", "moves and captures: leap 1-2", "A jump of the specified number of files and ranks, in every orientation.", "Un saut du nombre indiqué de colonnes et de rangées, dans toutes les orientations."),
  term("inside", "ride", "moves and captures: ride 1-2", "The same leap repeated over empty squares.", "Le même saut, répété par des cases vides."),
  term("inside", "up to", "moves: slide straight up to 4", "The maximum number of squares.", "Le nombre maximum de cases."),
  term("inside", "jump", "moves: jump forward over any piece", "Jumps over the described piece to the empty square behind it.", "Un saut par-dessus la pièce décrite, sur la case vide derrière elle."),
  term("inside", "swap with", "moves (swap): swap with own Nurse", "Swaps places with a piece.", "Un échange de place avec une autre pièce."),
  term("inside", "strike", "captures (advance): slide straight, then strike onward", "Captures a piece without moving to its square.", "Prend une pièce sans aller sur sa case."),
  term("inside", "straight", "slide straight", "The four orthogonal directions.", "Les quatre directions orthogonales."),
  term("inside", "diagonal", "slide diagonal", "The four diagonal directions.", "Les quatre directions diagonales."),
  term("inside", "any", "step any", "All eight directions.", "Les huit directions."),
  term("inside", "forward", "step forward", "Away from the player’s own edge.", "En s’éloignant du bord de son camp."),
  term("inside", "backward", "step backward", "Towards the player’s own edge.", "Vers le bord de son camp."),
  term("inside", "sideways", "step sideways", "Along the row.", "Le long de la rangée."),
  term("inside", "next to", "enemies next to it cannot capture", "On an adjacent square.", "Sur une case voisine."),
  term("inside", "in its sight", "own Empress in its sight cannot be captured", "The first piece along a line of empty squares.", "La première pièce le long d’une ligne de cases vides."),
  term("inside", "attacks", "enemies of its kind that it attacks cannot move", "One of its moves would capture the piece, ignoring powers that forbid it.", "Un de ses coups prendrait la pièce, sans tenir compte des pouvoirs qui l’interdisent."),
  term("inside", "guards", "own pieces it guards cannot be captured", "It could recapture on that square, ignoring powers that forbid it.", "Elle pourrait reprendre sur cette case, sans tenir compte des pouvoirs qui l’interdisent."),
  term("inside", "guard it", "more own pieces guard it than enemies attack it", "Counts the pieces that guard the piece, and compares them with others.", "Compte les pièces qui gardent la pièce et les compare à d’autres."),
  term("inside", "threatened", "own King is threatened", "An enemy could capture it on the next move, with all powers applied.", "Un adversaire pourrait la prendre au prochain coup, tous pouvoirs appliqués."),
  term("inside", "cannot move", "enemies next to it cannot move", "These pieces cannot move.", "Ces pièces ne peuvent pas bouger."),
  term("inside", "cannot capture", "enemies next to it cannot capture", "These pieces cannot capture.", "Ces pièces ne peuvent pas prendre."),
  term("inside", "cannot be captured", "own pieces next to it cannot be captured", "These pieces cannot be captured.", "Ces pièces ne peuvent pas être prises."),
  term("inside", "walks as", "own piece directly before it walks as it", "Moves like the other piece instead of using its own moves.", "Se déplace comme l’autre pièce au lieu de ses propres coups."),
  term("inside", "also walk as", "own Pawns it guards also walk as Knight", "Moves like the other piece in addition to its own moves.", "Se déplace comme l’autre pièce en plus de ses propres coups."),
  term("inside", "becomes", "it becomes Queen", "Changes into another piece type.", "Devient un autre type de pièce."),
  term("inside", "are pushed away", "own pieces a slide straight away are pushed away", "Move away from the piece in a line, as far as squares are empty.", "S’éloignent de la pièce en ligne droite, aussi loin que les cases sont vides."),
  term("inside", "are pulled towards it", "enemies a slide straight away are pulled towards it", "Move towards the piece in a line, as far as squares are empty.", "Se rapprochent de la pièce en ligne droite, aussi loin que les cases sont vides."),
  term("inside", "castles", "after a Rook castles: it becomes Queen", "Takes part in a castling, as the king or the rook.", "Participe à un roque, comme roi ou comme tour."),
  term("inside", "removed", "it and all pieces next to it are removed", "Is removed from the board; powers that protect it do not apply.", "Est retirée du plateau ; les pouvoirs qui la protègent ne s’appliquent pas."),
];

/** Returns the longest term at a column of a line. */
export function termAt(line: string, column: number): { term: Term; from: number; to: number } | null {
  let best: { term: Term; from: number; to: number } | null = null;
  for (const one of TERMS) {
    for (let from = line.indexOf(one.word); from >= 0; from = line.indexOf(one.word, from + 1)) {
      const to = from + one.word.length;
      const whole = !/[\p{L}\d-]/u.test(line[from - 1] ?? " ") && !/[\p{L}\d-]/u.test(line[to] ?? " ");
      const begins = one.where !== "sentence" || from === 0;
      if (whole && begins && from <= column && column <= to && (best === null || one.word.length > best.term.word.length)) best = { term: one, from, to };
    }
  }
  return best;
}

/** Lists the names a text defines: pieces, powers, zones and others. */
export function namesIn(text: string): { name: string; sort: "piece" | "other" }[] {
  const found = new Map<string, "piece" | "other">();
  for (const [, name = ""] of text.matchAll(/^\s*(?:also )?piece\s+\S\s+"([^"\n]+)"/gm)) found.set(name, "piece");
  for (const [, name = ""] of text.matchAll(/^\s*(?:power|zone|call|remember|feature|edition|card)\s+([a-z][\p{L}\d-]*)/gmu)) found.set(name, "other");
  return [...found].map(([name, sort]) => ({ name, sort }));
}
