import type { Reach, Safety } from "@entourage/rules";

/** Finds what is told of the piece on a square. */
export function safetyOf(reach: Reach | null, square: string | null): Safety | null {
  return reach?.pieces.find((piece) => piece.square === square) ?? null;
}
