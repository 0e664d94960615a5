import * as house from "@entourage/rules/generated/entourage_wasm.js";
import * as text from "@entourage/rules/generated/entourage_text.js";
import type { Written } from "./protocol";

const known = new Set<string>();

/** Initialises the rules in a worker, including those of game definitions. */
export function loadRules(module: WebAssembly.Module, written: Written | null): void {
  house.initSync({ module });
  if (!written) return;
  text.initSync({ module: written.module });
  for (const [id, texts] of written.games) {
    text.define(id, JSON.stringify(texts));
    known.add(id);
  }
}

/** Returns the rules module for a spec. */
export const rulesOf = (spec: string): typeof house | typeof text => (known.has(spec.split(":", 1)[0] ?? "") ? text : house);
