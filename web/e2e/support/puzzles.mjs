import { readFileSync } from "node:fs";

/** Returns the puzzles of a shipped file. */
export const puzzlesOf = (set) =>
  readFileSync(new URL(`../../../puzzles/${set}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** Returns the permanent address of a puzzle: the 64-bit FNV-1a hash of its position. */
export function addressOf({ game, position }) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(position)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return `/#puzzles/${game}/${hash.toString(36).padStart(13, "0")}`;
}
