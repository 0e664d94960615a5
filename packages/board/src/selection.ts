import type { Manner, MoveView } from "@entourage/rules";

/** The moves that continue the clicked squares with one square. */
export interface Target {
  square: string;
  manners: Set<Manner>;
  moves: MoveView[];
}

export type Press =
  /** The selection was cleared. */
  | { type: "cleared" }
  /** Squares are selected; more are needed. */
  | { type: "selected"; clicks: string[] }
  /** Several moves match the clicked squares. */
  | { type: "choose"; clicks: string[]; options: MoveView[] }
  /** Exactly one move matches. */
  | { type: "move"; move: MoveView }
  /** No legal move matches these squares. */
  | { type: "refused"; squares: string[] };

/**
 * Returns whether clicks can mean a move: the first is its first square, and the others are some of its later squares in order, so users can click
 * every square of a path or only its end.
 */
export function fits(move: MoveView, clicks: readonly string[]): boolean {
  return reached(move, clicks) > 0;
}

/**
 * Returns the index of the square where a piece stops before something is placed elsewhere, such as an arrow; -1 if the move ends with its piece or a
 * capture.
 */
function stop(move: MoveView): number {
  const [end, last, place] = [move.legs.at(-1), move.squares.at(-1) ?? "", move.squares.length - 2];
  const isPut = place > 0 && end === move.squares[place] && end !== last && !move.captures.includes(last);
  return isPut ? place : -1;
}

/** Returns how many of a move's squares the clicks cover, 0 if they do not match it. The square where a piece stops cannot be skipped. */
function reached(move: MoveView, clicks: readonly string[]): number {
  if (move.squares.length === 0 || move.squares[0] !== clicks[0]) return 0;
  const stops = stop(move);
  let place = 0;
  for (const click of clicks.slice(1)) {
    const next = move.squares.indexOf(click, place + 1);
    if (next < 0 || (place < stops && next > stops)) return 0;
    place = next;
  }
  return place + 1;
}

/** Returns whether clicks that match a move have reached its end. */
function complete(move: MoveView, clicks: readonly string[]): boolean {
  return reached(move, clicks) === move.squares.length;
}

/** Lists the moves that clicks can mean. */
export function matching(moves: readonly MoveView[], clicks: readonly string[]): MoveView[] {
  return clicks.length === 0 ? [] : moves.filter((move) => fits(move, clicks));
}

/**
 * Returns the squares that can be clicked next, with the moves each leads to. An action without movement is on the piece's own square. `own` returns
 * the squares of pieces of the side to move: a square a move only passes over is no target if it has such a piece, because clicking it selects the
 * piece.
 */
export function targets(
  moves: readonly MoveView[],
  clicks: readonly string[],
  own: (square: string) => boolean,
): Map<string, Target> {
  const found = new Map<string, Target>();
  const add = (square: string, manner: Manner, move: MoveView) => {
    const target = found.get(square) ?? { square, manners: new Set<Manner>(), moves: [] };
    target.manners.add(manner);
    // A jump or a multi-step move that captures there is also shown as a capture.
    if (move.captures.includes(square)) target.manners.add("capture");
    target.moves.push(move);
    found.set(square, target);
  };
  for (const move of matching(moves, clicks)) {
    const [only, ...others] = move.squares;
    if (only !== undefined && others.length === 0) add(only, move.manner, move);
    const [from, stops] = [reached(move, clicks), stop(move)];
    const rest = move.squares.slice(from, from <= stops ? stops + 1 : undefined);
    rest.forEach((square, place) => {
      const ends = place === rest.length - 1;
      if (ends || !own(square)) add(square, ends ? move.manner : "stages", move);
    });
  }
  return found;
}

/**
 * Returns the effect of a click on a square. `own` returns the squares of pieces of the side to move; clicking one where no move ends selects it.
 * `dropped` means a piece was dragged there, which never selects another piece.
 */
export function press(
  moves: readonly MoveView[],
  clicks: readonly string[],
  square: string,
  own: (square: string) => boolean,
  dropped = false,
): Press {
  const last = clicks.at(-1);
  if (last === undefined) return { type: "selected", clicks: [square] };
  if (square === last) {
    if (dropped) return { type: "selected", clicks: [...clicks] };
    // A second click on the same square ends a path there, performs an action on the square, or clears the selection.
    const here = matching(moves, clicks).filter((move) => complete(move, clicks));
    const [only, ...others] = here;
    if (only && others.length === 0) return { type: "move", move: only };
    return only ? { type: "choose", clicks: [...clicks], options: here } : { type: "cleared" };
  }
  const next = [...clicks, square];
  const fitting = matching(moves, next).filter((move) => !own(square) || complete(move, next) || reached(move, next) === stop(move) + 1);
  const [only] = fitting;
  if (only && fitting.length === 1) {
    return complete(only, next) ? { type: "move", move: only } : { type: "selected", clicks: next };
  }
  // Placements are chosen on the board, because a list of all squares would be useless.
  if (only && fitting.every((move) => reached(move, next) === stop(move) + 1)) return { type: "selected", clicks: next };
  if (only) return { type: "choose", clicks: next, options: fitting };
  if (!dropped && own(square)) return { type: "selected", clicks: [square] };
  return { type: "refused", squares: next };
}
