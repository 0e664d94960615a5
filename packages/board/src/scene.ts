import type { EffectView, PieceView, RelationView, Weighing } from "@entourage/rules";

/** What stands on the board, and how it came about from what stood there before. */
export interface Scene {
  pieces: PieceView[];
  /** The move that led here, or back here; `null` to change without animation. */
  change: { effects: EffectView[]; legs: string[]; back: boolean } | null;
}

/** The way of a move, drawn over the board. */
export interface Way {
  legs: string[];
  tone: "faint" | "strong" | "hint" | "last" | "sketch";
  /** Whether the ends trade places. */
  swap?: boolean;
  /** Whether what lies between is leapt over. */
  leap?: boolean;
}

/** What a move would change, as it is drawn before it is played. */
export interface Preview {
  weighing: Weighing;
  /** The powers that stay at work and are shown. */
  stays: readonly RelationView[];
  way: Way;
}

/** What an explanation marks on the board. */
export interface Marks {
  /** The squares that it blames. */
  blamed: string[];
  ways: Way[];
  relations: RelationView[];
}

/** How a press on the board was made. */
export interface PressManner {
  /** By a finger, which hides what it points at. */
  coarse: boolean;
  /** By letting a dragged piece go there. */
  dropped: boolean;
}
