import type { EffectView, PieceView, Side } from "@entourage/rules";

/** A piece on the board that keeps its identity while it moves. */
export interface Figure {
  id: number;
  square: string;
  side: Side;
  kind: number;
  marks: string[];
}

/** The movement of one figure during a move; times are in legs. */
export interface Motion {
  id: number;
  /** The squares of the path, starting where the figure is. */
  way: string[];
  start: number;
}

/** A figure that leaves the board. */
export interface Departure {
  figure: Figure;
  /** Time at which the figure leaves, in legs. */
  at: number;
}

export interface Transition {
  figures: Figure[];
  motions: Motion[];
  departures: Departure[];
  /** Figures that appear or change, with the time in legs. */
  arrivals: { id: number; at: number }[];
  /** The duration in legs. */
  legs: number;
}

let lastId = 0;

/** Creates figures for pieces, without animation. */
export function figuresOf(pieces: readonly PieceView[]): Figure[] {
  return pieces.map(({ square, side, kind, marks }) => ({ id: ++lastId, square, side, kind, marks }));
}

/**
 * Moves figures to the pieces after a move by applying the move's effects in order, leg by leg. `legs` is the full path of the moving piece,
 * including bends. Where effects and pieces disagree, the pieces win.
 */
export function carry(
  before: readonly Figure[],
  effects: readonly EffectView[],
  legs: readonly string[],
  after: readonly PieceView[],
): Transition {
  const board = new Map(before.map((figure) => [figure.square, figure]));
  const motions: Motion[] = [];
  const departures: Departure[] = [];
  const arrivals: Transition["arrivals"] = [];
  let clock = 0;
  effects.forEach((effect, index) => {
    switch (effect.type) {
      case "move": {
        const figure = board.get(effect.from);
        if (!figure) return;
        const way = wayOf(effect.from, effect.to, legs);
        motions.push({ id: figure.id, way, start: clock });
        clock += way.length - 1;
        board.delete(effect.from);
        board.set(effect.to, { ...figure, square: effect.to });
        return;
      }
      case "swap": {
        const [a, b] = [board.get(effect.a), board.get(effect.b)];
        if (!a || !b) return;
        motions.push({ id: a.id, way: [effect.a, effect.b], start: clock });
        motions.push({ id: b.id, way: [effect.b, effect.a], start: clock });
        clock += 1;
        board.set(effect.b, { ...a, square: effect.b });
        board.set(effect.a, { ...b, square: effect.a });
        return;
      }
      case "remove": {
        const figure = board.get(effect.square);
        if (!figure) return;
        // A captured piece stays until its captor arrives.
        const captor = effects.slice(index + 1).find((later) => later.type === "move");
        const arrives = captor?.type === "move" && captor.to === effect.square;
        departures.push({ figure, at: clock + (arrives ? wayOf(captor.from, captor.to, legs).length - 1 : 0) });
        board.delete(effect.square);
        return;
      }
      case "place": {
        const figure = { id: ++lastId, square: effect.square, side: effect.side, kind: effect.kind, marks: [] };
        board.set(effect.square, figure);
        arrivals.push({ id: figure.id, at: clock });
        return;
      }
      case "transform": {
        const figure = board.get(effect.square);
        if (!figure) return;
        board.set(effect.square, { ...figure, kind: effect.kind, side: effect.side });
        arrivals.push({ id: figure.id, at: clock });
        return;
      }
      case "pass":
    }
  });
  const known = new Map(before.map((figure) => [figure.id, figure]));
  const figures = after.map((piece) => {
    const carried = board.get(piece.square);
    const id = carried && carried.side === piece.side ? carried.id : ++lastId;
    return figured(id, piece, known.get(id));
  });
  const present = new Set(figures.map((figure) => figure.id));
  return {
    figures,
    motions: motions.filter((motion) => present.has(motion.id)),
    departures,
    arrivals: arrivals.filter((arrival) => present.has(arrival.id)),
    legs: clock,
  };
}

/** Moves figures back over one move: to the pieces before it, along its path in reverse. */
export function carryBack(
  now: readonly Figure[],
  effects: readonly EffectView[],
  legs: readonly string[],
  before: readonly PieceView[],
): Transition {
  const reversed = [...effects].reverse().flatMap((effect): EffectView[] => {
    if (effect.type === "move") return [{ type: "move", from: effect.to, to: effect.from }];
    // Pieces that come back appear where they were before the move.
    return effect.type === "swap" ? [effect] : [];
  });
  const back = carry(now, reversed, [...legs].reverse(), before);
  return { ...back, departures: [] };
}

/** Keeps figures on squares whose piece has the same type and side; replaces the others. */
export function settle(now: readonly Figure[], pieces: readonly PieceView[]): Figure[] {
  const bySquare = new Map(now.map((figure) => [figure.square, figure]));
  return pieces.map((piece) => {
    const known = bySquare.get(piece.square);
    return figured(known && known.side === piece.side && known.kind === piece.kind ? known.id : ++lastId, piece, known);
  });
}

/** Creates a figure for a piece, or returns the known one if it is identical, so that it is not drawn again. */
function figured(id: number, { square, side, kind, marks }: PieceView, known: Figure | undefined): Figure {
  const same = known?.id === id && known.square === square && known.side === side && known.kind === kind;
  return same && known.marks.join() === marks.join() ? known : { id, square, side, kind, marks };
}

function wayOf(from: string, to: string, legs: readonly string[]): string[] {
  const start = legs.indexOf(from);
  const end = legs.indexOf(to, start + 1);
  return start >= 0 && end > start ? legs.slice(start, end + 1) : [from, to];
}
