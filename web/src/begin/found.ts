import type { PieceView } from "@entourage/rules";

/** A game to start with, played as far as its rule enforcement allows. */
export interface FoundGame {
  spec: string;
  start: string;
  moves: string[];
  /** The position after the moves. */
  end: string;
}

/** Pasted input, parsed as the start of a game. */
export interface Found {
  /** Why no game can start from it. */
  problem: string | null;
  /** The pieces to show; `null` if there is nothing to show. */
  pieces: PieceView[] | null;
  /** Squares removed from the board. */
  removed: string[];
  /** The starting position. */
  position: string | null;
  /** The game to continue. */
  game: FoundGame | null;
  /** Whether the input determines the game's options. */
  fixed: boolean;
}

export const NOTHING: Found = { problem: null, pieces: null, removed: [], position: null, game: null, fixed: false };
