import houses from "virtual:boxes";
import { readDefinitions, readSubmitted } from "../api/definitions";
import type { DefinedGame, Enforcement } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";
import { identify } from "./identify";
import { define, idOf, isLoaded, load, loadAll } from "./rules";

/** Storage key of the loaded game definitions, for offline use. */
const KEY = "entourage.definitions";

/** Start of the ids of drafts that were analysed. */
const DRAFT = "draft";
const MAX_DRAFTS = 10;

const isBuiltIn = (id: string): boolean => houses.en.some((box) => box.id === id);

/** Returns whether the rules of a game are loaded for its degree of rule enforcement. */
export const isKnown = (spec: string, degree: Enforcement = "enforced"): boolean => isLoaded(spec, degree !== "enforced");

let asking: Promise<DefinedGame[]> | null = null;

/**
 * Lists the game definitions offered by the server and stores their texts; empty if the server cannot be reached. Concurrent calls share one request.
 */
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
 * Loads the rules of a game. A game definition comes from the server, or from this device if the server cannot be reached; an unknown game
 * stays unknown, and using it throws. A published definition is named by its content hash, so a stored copy never becomes outdated. The key to
 * a game gives access to its unlisted definition. Games without enforced rules need the full module.
 */
export async function ready(spec: string, key: string | null = null, degree: Enforcement = "enforced"): Promise<void> {
  const id = idOf(spec);
  if (isBuiltIn(id)) return degree === "enforced" ? load(id) : loadAll();
  if (id === "" || isKnown(id)) return;
  const texts = (id.startsWith("@") ? await handedIn(id, key) : (await offered()).find((one) => one.id === id)?.texts) ?? kept()[id];
  if (texts) await define(id, texts);
}

/** Reads the texts of a community game and stores them. */
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

/** Stores a version of a draft, so that it can be analysed outside the workshop, and returns its id. */
export function keepDraft(texts: readonly string[]): string {
  const id = DRAFT + identify(texts.join("\n"));
  const others = Object.entries(kept()).filter(([other]) => other !== id);
  const drafts = others.filter(([other]) => other.startsWith(DRAFT)).map(([other]) => other);
  const dropped = new Set(drafts.slice(0, Math.max(drafts.length - MAX_DRAFTS + 1, 0)));
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...others.filter(([other]) => !dropped.has(other)), [id, texts]])));
  } catch {
    // Without storage the draft can be analysed until the page is closed.
  }
  void define(id, texts);
  return id;
}

function keep(definitions: readonly DefinedGame[]): void {
  try {
    // Community games and drafts are kept, because the server does not list them.
    const others = Object.entries(kept()).filter(([id]) => id.startsWith("@") || id.startsWith(DRAFT));
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...others, ...definitions.map(({ id, texts }) => [id, texts] as const)])));
  } catch {
    // Without storage they are requested again.
  }
}

function add(id: string, texts: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), [id]: texts }));
  } catch {
    // Without storage they are requested again.
  }
}

function kept(): Record<string, string[]> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string[]>;
  } catch {
    return {};
  }
}
