/** A line of moves to analyse; `start` is empty for the game's start position. */
export interface OpenedAnalysis {
  spec: string;
  start: string;
  moves: string[];
  /** Number of moves after which the board opens. */
  ply: number;
}
