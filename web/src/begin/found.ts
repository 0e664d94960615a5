import type { PieceView } from "@entourage/rules";

/** A game to begin with: played up to where its degree takes it. */
export interface FoundGame {
  spec: string;
  start: string;
  moves: string[];
  /** The position after the moves. */
  end: string;
}

/** What a pasted text says of where a new game of some degree begins. */
export interface Found {
  /** Why nothing begins from it. */
  problem: string | null;
  /** The pieces to show; `null` where there is nothing to show. */
  pieces: PieceView[] | null;
  /** The spaces of the board that are missing. */
  removed: string[];
  /** The position to begin from. */
  position: string | null;
  /** The game to go on with. */
  game: FoundGame | null;
  /** Whether the text says which options the game has. */
  fixed: boolean;
}

export const NOTHING: Found = { problem: null, pieces: null, removed: [], position: null, game: null, fixed: false };
