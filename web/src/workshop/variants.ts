import type { Variants } from "../generated/entourage_importer.js";

type Importer = typeof import("../generated/entourage_importer.js");

let loading: Promise<Importer> | null = null;

/** Loads the importer once: few ask for it. */
function load(): Promise<Importer> {
  loading ??= fetchImporter().catch((thrown: unknown) => {
    loading = null;
    throw thrown;
  });
  return loading;
}

async function fetchImporter(): Promise<Importer> {
  const address = new URL("../generated/entourage_importer_bg.wasm", import.meta.url);
  const [face, module] = await Promise.all([import("../generated/entourage_importer.js"), WebAssembly.compileStreaming(fetch(address))]);
  await face.default({ module_or_path: module });
  return face;
}

/** A text that is no configuration of variants, in words. */
export class NoVariants extends Error {}

/** Reads a configuration of Fairy-Stockfish; one that says nothing has the variants that it has built in. What is none is thrown as `NoVariants`. */
export async function readVariants(text: string, language: string): Promise<Variants> {
  const { Variants } = await load();
  try {
    return new Variants(text, language);
  } catch (thrown) {
    throw new NoVariants(String(thrown));
  }
}

/** What became of a variant: a text, or why there is none. */
export interface Imported {
  text: string | undefined;
  notes: string[];
  refusals: string[];
}

/** Writes a variant as a game of text. */
export function importVariant(variants: Variants, name: string, language: string): Imported {
  const found = variants.import(name, language);
  const { text, notes, refusals } = found;
  found.free();
  return { text, notes, refusals };
}
