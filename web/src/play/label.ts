import type { MoveView } from "../api/types";
import type { Strings } from "../language/en";

/** Writes a move's way for the eye: `f9 × e8 → d8`, `f11 ⇄ a11`. */
export function wayLabel(move: Pick<MoveView, "legs" | "captures" | "manner" | "text" | "choice">): string {
  const [from, ...rest] = move.legs;
  if (from === undefined) return move.text;
  if (move.manner === "swap") return `${from} ⇄ ${rest.at(-1) ?? ""}`;
  const steps = rest.map((leg) => `${move.captures.includes(leg) ? "×" : "→"} ${leg}`);
  return [from, ...steps, ...(move.choice ? [move.choice] : [])].join(" ");
}

/** Puts a sentence into a form that reads well aloud: signs become words. */
export function spoken(sentence: string, words: Strings): string {
  return sentence.replaceAll(" → ", ` ${words.to} `).replaceAll(" ⇄ ", ` ${words.tradesWith} `);
}
