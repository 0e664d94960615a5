import { games as single } from "@entourage/rules/generated/games.js";
import type { CompiledRules, Written } from "./protocol";

type Rules = typeof import("@entourage/rules/generated/entourage_wasm.js");
type TextRules = typeof import("@entourage/rules/generated/entourage_text.js");

let builtIn: Rules;
let text: TextRules;
const known = new Set<string>();

/** Starts the rules in a worker, and those of game definitions if there are any. */
export async function loadRules({ module, game }: CompiledRules, written: Written | null): Promise<void> {
  builtIn = (await (single[game ?? ""]?.face() ?? import("@entourage/rules/generated/entourage_wasm.js"))) as Rules;
  builtIn.initSync({ module });
  if (!written) return;
  text = await import("@entourage/rules/generated/entourage_text.js");
  text.initSync({ module: written.module });
  for (const [id, texts] of written.games) {
    text.define(id, JSON.stringify(texts));
    known.add(id);
  }
}

/** Returns the rules of a game. */
export const rulesOf = (spec: string): Rules | TextRules => (known.has(spec.split(":", 1)[0] ?? "") ? text : builtIn);
