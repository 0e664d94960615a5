import houses from "virtual:boxes";
import { readDefinitions, readSubmitted } from "../api/definitions";
import type { DefinedGame } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";
import { define, idOf, isWritten } from "./rules";

/** The texts by which this device knew the games that are offered, for when the server is away. */
const KEY = "entourage.definitions";

const isOfTheHouse = (id: string): boolean => houses.en.some((box) => box.id === id);

/** Tells whether the rules know the game of a spec already. */
export const isKnown = (spec: string): boolean => isOfTheHouse(idOf(spec)) || isWritten(spec);

let asking: Promise<DefinedGame[]> | null = null;

/** Lists the games written as text that the server offers, and keeps their texts on this device; none where it is away. Whoever asks meanwhile shares the answer. */
export function offered(): Promise<DefinedGame[]> {
  asking ??= ask().finally(() => (asking = null));
  return asking;
}

async function ask(): Promise<DefinedGame[]> {
  try {
    const { definitions } = await readDefinitions(settings);
    keep(definitions);
    return definitions;
  } catch {
    return [];
  }
}

/**
 * Makes sure that the rules know the game of a spec: a game written as text is asked of the server, or taken as this device knew it. What nobody
 * offers stays unknown, and the rules say so. A game that somebody handed in is named by its texts, so that those kept here are as good as any;
 * a key to a game of it reads it where it is hidden.
 */
export async function ready(spec: string, key: string | null = null): Promise<void> {
  const id = idOf(spec);
  if (id === "" || isKnown(id)) return;
  const texts = (id.startsWith("@") ? await handedIn(id, key) : (await offered()).find((one) => one.id === id)?.texts) ?? kept()[id];
  if (texts) await define(id, texts);
}

/** Reads the texts of a game that somebody handed in, and keeps them on this device. */
async function handedIn(id: string, key: string | null): Promise<readonly string[] | undefined> {
  const known = kept()[id];
  if (known) return known;
  try {
    const { game } = await readSubmitted(id, settings, key);
    add(id, game.texts);
    return game.texts;
  } catch {
    return undefined;
  }
}

function keep(definitions: readonly DefinedGame[]): void {
  try {
    // Games that were handed in stay: the server does not list them.
    const others = Object.entries(kept()).filter(([id]) => id.startsWith("@"));
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...others, ...definitions.map(({ id, texts }) => [id, texts] as const)])));
  } catch {
    // Without room for them they are asked for again.
  }
}

function add(id: string, texts: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), [id]: texts }));
  } catch {
    // Without room for them they are asked for again.
  }
}

function kept(): Record<string, string[]> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string[]>;
  } catch {
    return {};
  }
}
