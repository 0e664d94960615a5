import type { Variants } from "../generated/entourage_importer.js";

type Importer = typeof import("../generated/entourage_importer.js");

let loading: Promise<Importer> | null = null;

/** Loads the importer on demand. */
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

/** The input is not a variants configuration. */
export class NoVariants extends Error {}

/** Reads a Fairy-Stockfish configuration; an empty one contains the built-in variants. Throws `NoVariants` if it is invalid. */
export async function readVariants(text: string, language: string): Promise<Variants> {
  const { Variants } = await load();
  try {
    return new Variants(text, language);
  } catch (thrown) {
    throw new NoVariants(String(thrown));
  }
}

/** The result of an import: a text, or why there is none. */
export interface Imported {
  text: string | undefined;
  notes: string[];
  refusals: string[];
}

/** Converts a variant to a game definition. */
export function importVariant(variants: Variants, name: string, language: string): Imported {
  const found = variants.import(name, language);
  const { text, notes, refusals } = found;
  found.free();
  return { text, notes, refusals };
}
