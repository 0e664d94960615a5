import type { LanguageCode } from "@entourage/rules";
import { tied } from "@entourage/board/typeset";

/** A word that sentences are made of. */
export interface Term {
  word: string;
  /** Where it is said: at the beginning of a sentence, of a line below one, or in the middle. */
  where: "sentence" | "line" | "inside";
  /** What it does, in a sentence. */
  says: Record<LanguageCode, string>;
  /** A sentence that has it. */
  example: string;
}

const term = (where: Term["where"], word: string, example: string, en: string, fr: string): Term => ({ word, where, example, says: { en, fr: tied(fr) } });

/** The words of the language that are explained and offered as one types; the manual has all of them. */
export const TERMS: readonly Term[] = [
  term("sentence", "language", "language 1", "The version of the language. It stands first.", "La version du langage. Elle vient en premier."),
  term("sentence", "game", 'game my-game "My Game" by "Me" like another-game', "Names the game; like another one, it takes over all that it does not say anew.", "Nomme le jeu ; « like » reprend d'un autre tout ce qui n'est pas redit."),
  term("sentence", "board", "board 8 x 8", "The size of the board: files, then rows. Hexagons are given row by row.", "La taille du plateau : colonnes, puis rangées. Les hexagones se donnent rangée par rangée."),
  term("sentence", "sides", "sides White w, Black b", "The players, the first to move first, and the words for them in positions.", "Les joueurs, le premier au trait d'abord, et leurs mots dans les positions."),
  term("sentence", "piece", 'piece N "Knight"', "A kind of piece: its letter and its name. Below it stand its moves.", "Une sorte de pièce : sa lettre et son nom. En dessous, ses coups."),
  term("sentence", "also piece", "also piece P", "Adds lines to a piece of the game that yours is like.", "Ajoute des lignes à une pièce du jeu auquel le vôtre ressemble."),
  term("sentence", "every piece", "every piece but King", "Lines that all kinds have, or all but some.", "Des lignes qu'ont toutes les sortes, ou toutes sauf quelques-unes."),
  term("sentence", "power", "power lit of Lantern: own Runners next to it cannot be captured", "What a piece gives or does to others. It is said once, from the side of its giver.", "Ce qu'une pièce donne ou fait aux autres. Cela se dit une fois, du côté de qui le donne."),
  term("sentence", "call", "call foot: Pawn, Bawn", "Gives a name to some pieces, or to a piece while something holds.", "Donne un nom à des pièces, ou à une pièce tant que quelque chose est vrai."),
  term("sentence", "zone", "zone palace: c1 to e2 for White, c5 to e6 for Black", "Names squares, for both sides or for each its own.", "Nomme des cases, pour les deux camps ou pour chacun les siennes."),
  term("sentence", "hands of", "hands of 6", "Squares beside the board for what each side has in hand.", "Des cases à côté du plateau pour ce que chaque camp a en main."),
  term("sentence", "beside the board", "beside the board: wls, bls", "Squares beside the board, next to nothing.", "Des cases à côté du plateau, voisines de rien."),
  term("sentence", "royal", 'royal King, warned as "check"', "The piece that may be neither lost nor left threatened.", "La pièce que l'on ne peut ni perdre ni laisser menacée."),
  term("sentence", "pass", "pass: when no other move", "When a player may pass.", "Quand un joueur peut passer."),
  term("sentence", "after", "after a Pawn arrives on its last rank: it becomes Queen, Rook, Bishop or Knight", "What happens besides, once something was done.", "Ce qui se passe en plus, une fois qu'une chose est faite."),
  term("sentence", "castling of", "castling of King with Rook", "Two pieces that move at once, way by way.", "Deux pièces qui bougent à la fois, manière par manière."),
  term("sentence", "remember", "remember passed: a square, for the next turn", "A square or a count that the position keeps.", "Une case ou un compte que la position garde."),
  term("sentence", "shuffle", "shuffle own rank 1", "Begins the game by lot: what stands there is shuffled, and what holds of every start stands below.", "Commence la partie par tirage au sort : ce qui s'y trouve est mélangé, et ce qui vaut pour tout départ est en dessous."),
  term("sentence", "credits", "credits", "Whom to thank, below it: for what, and who.", "Qui remercier, en dessous : pour quoi, et qui."),
  term("sentence", "ends", "ends", "What ends the game, below it: win, loss or draw, for the player whose turn it is.", "Ce qui finit la partie, en dessous : win, loss ou draw, pour le joueur au trait."),
  term("sentence", "position", 'position "{rows} {side}"', "How positions are written.", "Comment s'écrivent les positions."),
  term("sentence", "start", 'start "rlk2r/6/6/6/6/R2KLR w"', "The position with which the game begins: letters are pieces, capitals are the first side's.", "La position du début : les lettres sont des pièces, les capitales celles du premier camp."),
  term("sentence", "needs", "needs", "What every position has, below it.", "Ce qu'a toute position, en dessous."),
  term("sentence", "feature", "feature promotion", "Sentences under one name, which a game that is like this one can leave out.", "Des phrases sous un nom, qu'un jeu semblable peut laisser de côté."),
  term("sentence", "without feature", "without feature passing", "Leaves out a feature of the game that yours is like.", "Laisse de côté un trait du jeu auquel le vôtre ressemble."),
  term("sentence", "edition", "edition short, the usual one", "An edition of the game; sentences may hold in one of them only.", "Une édition du jeu ; des phrases peuvent ne valoir que dans l'une."),
  term("sentence", "cards", "cards", "What players choose before the game.", "Ce que les joueurs choisissent avant la partie."),
  term("sentence", "card", "card lantern", "A power or a way of walking that players take before the game.", "Un pouvoir ou une marche que les joueurs prennent avant la partie."),
  term("sentence", "moves written", "moves written", "How moves of a label are written.", "Comment s'écrivent les coups d'une étiquette."),
  term("line", "moves", "moves: slide any", "A way that ends on an empty square.", "Une manière qui finit sur une case vide."),
  term("line", "captures", "captures: step diagonally forward", "A way that takes something.", "Une manière qui prend quelque chose."),
  term("line", "moves and captures", "moves and captures: step any", "A way that does either.", "Une manière qui fait l'un ou l'autre."),
  term("line", "never captures", "never captures", "Says that the piece takes nothing.", "Dit que la pièce ne prend rien."),
  term("line", "acts", "acts (suicide): it is removed, when it is immobilised", "What a piece may do where it stands.", "Ce qu'une pièce peut faire sur place."),
  term("line", "says", 'says "A Runner next to its own Lantern cannot be captured."', "The sentence that players read when the power forbids something.", "La phrase que lisent les joueurs quand le pouvoir interdit quelque chose."),
  term("line", "fr", 'fr "Ange gardien"', "The same in French.", "La même chose en français."),
  term("line", "win", 'win "try": own Lion is on its last row', "The player whose turn it is has won.", "Le joueur au trait a gagné."),
  term("line", "loss", 'loss "checkmate": own King is threatened, and no move', "The player whose turn it is has lost.", "Le joueur au trait a perdu."),
  term("line", "draw", 'draw "stalemate": no move', "Nobody has won.", "Personne n'a gagné."),
  term("line", "exactly", "exactly 1 King a side", "So many pieces, in every position.", "Tant de pièces, dans toute position."),
  term("line", "at most", "at most 1 of each kind a side", "So many pieces or fewer.", "Tant de pièces ou moins."),
  term("line", "each side by itself", "each side by itself", "The two sides are not shuffled alike.", "Les deux camps ne sont pas mélangés de même."),
  term("inside", "on opposite colours", "Bishops on opposite colours", "As many on dark squares as on light ones, or one more.", "Autant sur cases noires que sur cases blanches, à une près."),
  term("inside", "between", "King between Rooks", "One of the others on its left and one on its right, in its row.", "Une des autres à sa gauche et une à sa droite, dans sa rangée."),
  term("inside", "drawn as", 'piece H "Horse" drawn as "Knight"', "Gives a piece the picture of one of the house.", "Donne à une pièce l'image d'une pièce de la maison."),
  term("inside", "label", 'piece H "Horse" label "HH"', "What the piece is called in Game Courier's notation.", "Le nom de la pièce dans la notation de Game Courier."),
  term("inside", "squares", "remember slime: squares", "Marks on squares, which stay until they are wiped off.", "Des marques sur des cases, qui restent jusqu'à ce qu'on les efface."),
  term("inside", "is left", "after a Snail moves: slime is left where it stood", "Marks a square of the move.", "Marque une case du coup."),
  term("inside", "is wiped", "after a King moves: slime is wiped off where it stands", "Takes a mark off, or all of a sort.", "Enlève une marque, ou toutes d'une sorte."),
  term("inside", "step", "moves: step straight", "One square.", "Une case."),
  term("inside", "slide", "moves: slide diagonal", "One square or more, over empty ones.", "Une case ou plus, par des cases vides."),
  term("inside", "leap", "moves and captures: leap 1-2", "So far by files and rows, in all ways, over whatever stands between.", "Si loin par colonnes et rangées, en tous sens, par-dessus ce qui s'y trouve."),
  term("inside", "ride", "moves and captures: ride 1-2", "The same leap again and again, over empty squares.", "Le même saut encore et encore, par des cases vides."),
  term("inside", "up to", "moves: slide straight up to 4", "So many squares at most.", "Tant de cases au plus."),
  term("inside", "jump", "moves: jump forward over any piece", "Over what is described, to the empty square behind it.", "Par-dessus ce qui est dit, sur la case vide derrière."),
  term("inside", "swap with", "moves (swap): swap with own Nurse", "Trades places with a piece.", "Échange sa place avec une pièce."),
  term("inside", "strike", "captures (advance): slide straight, then strike onward", "Takes a piece without going there.", "Prend une pièce sans y aller."),
  term("inside", "straight", "slide straight", "The four directions along files and rows.", "Les quatre directions le long des colonnes et des rangées."),
  term("inside", "diagonal", "slide diagonal", "The four directions between these.", "Les quatre directions entre celles-ci."),
  term("inside", "any", "step any", "All eight directions.", "Les huit directions."),
  term("inside", "forward", "step forward", "Away from one's own edge.", "En s'éloignant de son propre bord."),
  term("inside", "backward", "step backward", "Towards one's own edge.", "Vers son propre bord."),
  term("inside", "sideways", "step sideways", "Along the row.", "Le long de la rangée."),
  term("inside", "next to", "enemies next to it cannot capture", "On one of the squares around.", "Sur une des cases autour."),
  term("inside", "in its sight", "own Empress in its sight cannot be captured", "The first piece along a line, over empty squares.", "La première pièce le long d'une ligne, par des cases vides."),
  term("inside", "attacks", "enemies of its kind that it attacks cannot move", "A way of its walk would capture it, whatever is permitted.", "Une manière de sa marche le prendrait, quelles que soient les permissions."),
  term("inside", "guards", "own pieces it guards cannot be captured", "It would retake there, whatever is permitted.", "Elle y reprendrait, quelles que soient les permissions."),
  term("inside", "threatened", "own King is threatened", "An enemy could capture it, with every power, were it to move.", "Un adversaire pourrait la prendre, avec tous les pouvoirs, s'il avait le trait."),
  term("inside", "cannot move", "enemies next to it cannot move", "They stay where they are.", "Elles restent où elles sont."),
  term("inside", "cannot capture", "enemies next to it cannot capture", "They take nothing.", "Elles ne prennent rien."),
  term("inside", "cannot be captured", "own pieces next to it cannot be captured", "Nobody takes them.", "Personne ne les prend."),
  term("inside", "walks as", "own piece directly before it walks as it", "Moves as the other does, instead of as its own kind.", "Bouge comme l'autre, au lieu de bouger comme sa sorte."),
  term("inside", "also walk as", "own Pawns it guards also walk as Knight", "Moves as the other does besides its own moves.", "Bouge comme l'autre en plus de ses propres coups."),
  term("inside", "becomes", "it becomes Queen", "Is a piece of another kind from then on.", "Est dès lors une pièce d'une autre sorte."),
  term("inside", "removed", "it and all pieces next to it are removed", "Is taken from the board, whatever is permitted.", "Est ôtée du plateau, quelles que soient les permissions."),
];

/** Finds the longest term that stands at a place of a line, the place within it. */
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

/** Gathers the names that a text gives: pieces, powers, zones and what is called. */
export function namesIn(text: string): { name: string; sort: "piece" | "other" }[] {
  const found = new Map<string, "piece" | "other">();
  for (const [, name = ""] of text.matchAll(/^\s*(?:also )?piece\s+\S\s+"([^"\n]+)"/gm)) found.set(name, "piece");
  for (const [, name = ""] of text.matchAll(/^\s*(?:power|zone|call|remember|feature|edition|card)\s+([a-z][\p{L}\d-]*)/gmu)) found.set(name, "other");
  return [...found].map(([name, sort]) => ({ name, sort }));
}
