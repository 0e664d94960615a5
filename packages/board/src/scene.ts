import type { EffectView, PieceView, RelationView, Weighing } from "@entourage/rules";

/** The pieces on the board and the change that led to them. */
export interface Scene {
  pieces: PieceView[];
  /** The move that led here, forwards or backwards; `null` to change without animation. */
  change: { effects: EffectView[]; legs: string[]; back: boolean } | null;
}

/** The path of a move, drawn on the board. */
export interface Way {
  legs: string[];
  tone: "faint" | "strong" | "hint" | "last" | "sketch";
  /** Whether the pieces at both ends swap places. */
  swap?: boolean;
  /** Whether the piece jumps over the squares between. */
  leap?: boolean;
}

/** The effects of a move that has not been played. */
export interface Preview {
  weighing: Weighing;
  /** Visible powers that stay active. */
  stays: readonly RelationView[];
  way: Way;
}

/** Squares and drawings that an explanation highlights. */
export interface Marks {
  /** Squares of the pieces responsible. */
  blamed: string[];
  ways: Way[];
  relations: RelationView[];
}

/** How a square was clicked. */
export interface PressManner {
  /** Whether by touch, where the finger hides what is below it. */
  coarse: boolean;
  /** Whether by dropping a dragged piece. */
  dropped: boolean;
}
