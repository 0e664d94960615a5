import boxes from "virtual:boxes";
import { define } from "../rules/rules";
import { isKnown, ready } from "../rules/written";
import { settings } from "../settings/settings.svelte";

/** The shipped game definitions, for games that are neither built in nor offered by the server. */
const texts = import.meta.glob<string>("../../../variants/*.game", { query: "?raw", import: "default" });

const textOf = async (id: string): Promise<string | undefined> => texts[`../../../variants/${id}.game`]?.();

/** The line that names a game and the game that it extends, if any. */
const HEAD = /^game \S+ "([^"]*)".*?(?: like ([\w-]+))?$/m;

/** Returns the text of a definition and those that it extends. */
async function chain(id: string): Promise<string[]> {
  const text = await textOf(id);
  if (text === undefined) return [];
  const parent = HEAD.exec(text)?.[2];
  return parent === undefined || parent === id ? [text] : [text, ...(await chain(parent))];
}

/** Loads the rules of a puzzle's game; returns whether they are available. */
export async function prepare(spec: string): Promise<boolean> {
  await ready(spec);
  if (isKnown(spec)) return true;
  const id = spec.split(":", 1)[0] ?? "";
  const found = await chain(id);
  if (found.length > 0) await define(id, found);
  return isKnown(spec);
}

/** The names of games that are not built in, once loaded. */
const names = new Map<string, string>();

const isBuiltIn = (id: string): boolean => boxes.en.some((box) => box.id === id);

/** Loads the names of games. */
export async function loadNames(ids: readonly string[]): Promise<void> {
  const wanted = ids.filter((id) => !isBuiltIn(id) && !names.has(id));
  await Promise.all(wanted.map(async (id) => names.set(id, HEAD.exec((await textOf(id)) ?? "")?.[1] ?? id)));
}

/** Returns the name of a game; its id if the name is not loaded. */
export const nameOf = (id: string): string => boxes[settings.language].find((box) => box.id === id)?.name ?? names.get(id) ?? id;
