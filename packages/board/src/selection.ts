import type { Manner, MoveView } from "@entourage/rules";

/** What may follow the squares clicked so far on one square. */
export interface Target {
  square: string;
  manners: Set<Manner>;
  moves: MoveView[];
}

export type Press =
  /** Nothing is selected any more. */
  | { type: "cleared" }
  /** Squares are selected and more are to come. */
  | { type: "selected"; clicks: string[] }
  /** Several moves share the clicked squares. */
  | { type: "choose"; clicks: string[]; options: MoveView[] }
  /** One move is meant. */
  | { type: "move"; move: MoveView }
  /** No legal move has these squares. */
  | { type: "refused"; squares: string[] };

/**
 * Tells whether clicks can mean a move: the first one is its first square and the others are some of
 * its later squares in order, so that a person may click every square of a way or only its end.
 */
export function fits(move: MoveView, clicks: readonly string[]): boolean {
  return reached(move, clicks) > 0;
}

/** Returns the place of the square where a piece stops before something is put elsewhere, such as an arrow; -1 where the move ends with its piece or a capture. */
function stop(move: MoveView): number {
  const [end, last, place] = [move.legs.at(-1), move.squares.at(-1) ?? "", move.squares.length - 2];
  const isPut = place > 0 && end === move.squares[place] && end !== last && !move.captures.includes(last);
  return isPut ? place : -1;
}

/** Returns how many of a move's squares lie up to the last click, 0 if the clicks do not fit it. Nobody leaves out where a piece stops. */
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

/** Tells whether clicks that fit a move have reached its end. */
function complete(move: MoveView, clicks: readonly string[]): boolean {
  return reached(move, clicks) === move.squares.length;
}

/** Lists the moves that clicks can mean. */
export function matching(moves: readonly MoveView[], clicks: readonly string[]): MoveView[] {
  return clicks.length === 0 ? [] : moves.filter((move) => fits(move, clicks));
}

/**
 * Lists the squares that may be clicked next, with the moves each leads to.
 *
 * A move on the spot is found on the piece's own square. `own` tells the squares of the pieces of the side to move: one
 * that a move only passes over is no place to click, since a press selects it.
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
    // A leap or a longer move that captures there is shown as a capture, too.
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
 * Says what a press on a square means.
 *
 * `own` tells the squares of the pieces of the side to move; pressing one of them where no move ends selects it.
 * `dropped` says that a piece was dragged there, which never selects another piece.
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
    // A second press on the same square ends a way there, makes a move on the spot, or lets the piece go.
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
  // What is put elsewhere is pointed at: a list of all squares would help nobody.
  if (only && fitting.every((move) => reached(move, next) === stop(move) + 1)) return { type: "selected", clicks: next };
  if (only) return { type: "choose", clicks: next, options: fitting };
  if (!dropped && own(square)) return { type: "selected", clicks: [square] };
  return { type: "refused", squares: next };
}
