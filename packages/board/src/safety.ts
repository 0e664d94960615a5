import type { Reach, Safety } from "@entourage/rules";

/** Returns the safety information about the piece on a square. */
export function safetyOf(reach: Reach | null, square: string | null): Safety | null {
  return reach?.pieces.find((piece) => piece.square === square) ?? null;
}
