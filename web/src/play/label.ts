import type { MoveRecord, MoveView } from "@entourage/rules";
import type { Strings } from "../language/en";

/**
 * Formats a move in Game Courier's notation if selected, otherwise by its path: `f9 × e8 → d8`, `f11 ⇄ a11`, `a7 → a8 = Queen`. A piece captured
 * beside the path is listed where the move's squares name it, or after the path. A move that is not between squares, or has the same squares as
 * another, is shown by its text.
 */
export function wayLabel(move: MoveView | MoveRecord): string {
  const { legs, captures, squares, manner, text, choice, becomes, written } = move;
  if (written !== undefined) return written;
  const [from, ...rest] = legs;
  if (from === undefined) return text;
  if (manner === "swap") return `${from} ⇄ ${rest.at(-1) ?? ""}`;
  if (becomes === null && (choice !== null || manner === "change")) return text;
  const stops = rest.map((leg) => `${captures.includes(leg) ? "×" : "→"} ${leg}`);
  for (const beside of captures.filter((square) => !legs.includes(square))) {
    const index = squares.indexOf(beside);
    const later = index < 0 ? -1 : rest.findIndex((leg) => squares.indexOf(leg) > index);
    stops.splice(later < 0 ? stops.length : later, 0, `× ${beside}`);
  }
  return [from, ...stops, ...(choice === null ? [] : ["=", choice])].join(" ");
}

/** Prepares a sentence for speech: signs become words. */
export function spoken(sentence: string, words: Strings): string {
  return sentence.replaceAll(" → ", ` ${words.to} `).replaceAll(" ⇄ ", ` ${words.tradesWith} `);
}
