import type { GameInfo, MoveRecord, PieceView, Side, View } from "@entourage/rules";
import type { Names } from "@entourage/board/names";
import type { ExplainWords } from "./explainWords";
import { legend } from "./legend";

/** What to read aloud, and in which language. */
export interface ReadAloud {
  info: GameInfo;
  view: View;
  names: Names;
  words: ExplainWords;
}

/** Reads a position: the side to move, the pieces and the active powers. */
export function positionAloud({ info, view, names, words }: ReadAloud): string {
  const side = (number: Side) => {
    const of = view.pieces.filter((piece) => piece.side === number);
    const kinds = info.kinds.flatMap((kind, index) => {
      const squares = of.filter((piece) => piece.kind === index).map((piece) => names.square(piece.square) + marked(piece, info, kind.name));
      return squares.length > 0 ? [`${kind.name} ${squares.join(" ")}`] : [];
    });
    return words.pieces(info.sides[number - 1] ?? "", kinds);
  };
  const powers = legend(info, view, names).flatMap((line) => line.sentences.map((sentence) => sentence.replace(" — ", ": ")));
  const conditions = view.conditions.map((condition) => condition.sentence);
  return [`${view.statusText}.`, side(1), side(2), ...conditions, ...powers].join(" ");
}

/** Describes the marks of a piece that its name does not include. */
function marked(piece: PieceView, info: GameInfo, kind: string): string {
  const marks = piece.marks.map((code) => info.marks.find((mark) => mark.code === code)?.name ?? code).filter((name) => name !== kind);
  return marks.length > 0 ? ` (${marks.join(", ")})` : "";
}

/** Reads the move that led to the position shown. */
export function lastMoveAloud(record: readonly MoveRecord[], shown: number, { info, words }: Pick<ReadAloud, "info" | "words">): string {
  const move = record[shown - 1];
  return move ? `${info.sides[move.side - 1] ?? ""}: ${move.sentence}.` : words.noLastMove;
}

/** Reads the moves of the piece on a square. */
export function movesAloud(square: string | null, { info, view, names, words }: ReadAloud): string {
  if (square === null) return words.nothingChosen;
  const piece = view.pieces.find((one) => one.square === square);
  const name = [piece && info.kinds[piece.kind]?.name, names.square(square)].filter((part) => part !== undefined).join(" ");
  const moves = view.moves.filter((move) => move.squares[0] === square);
  if (moves.length === 0) return words.noMovesFrom(name);
  // The sentences' common beginning, the piece and its square, is read once.
  const short = moves.map((move) => (move.sentence.startsWith(`${name} → `) ? move.sentence.slice(name.length + 3) : move.sentence));
  return words.movesOf(name, short);
}
