import rest from "../../../crates/definition/src/template.game?raw";
import { offered } from "../rules/written";
import { titleOf } from "./drafts";

/** A game from whose text others can start. */
export interface Beginning {
  id: string;
  name: string;
  text: string;
}

const shipped = import.meta.glob<string>("../../../variants/*.game", { query: "?raw", import: "default", eager: true });

/** Texts by name: those shipped with the page, and those offered by the server once loaded. */
const known = new Map(Object.entries(shipped).map(([path, text]) => [path.replace(/^.*\/|\.game$/g, ""), text]));

/** Lists the games to start from, by title. */
export function beginnings(): Beginning[] {
  const all = [...known].map(([id, text]) => ({ id, text, name: titleOf(text) }));
  return all.sort((one, other) => one.name.localeCompare(other.name));
}

/** Loads the texts offered by the server; shipped ones are kept. */
export async function learnOffered(): Promise<void> {
  for (const { id, texts } of await offered()) if (texts[0] !== undefined && !known.has(id)) known.set(id, texts[0]);
}

/** Returns the texts that a game can inherit from as JSON, by name. */
export const library = (): string => JSON.stringify(Object.fromEntries(known));

/** Returns a text that inherits everything from another game. */
export function likeText(word: string, title: string, like: Beginning): string {
  const why = `# The rules of ${like.name} apply. Write only what differs: a power, a redefined piece, another starting position.`;
  return `language 1\n\ngame ${word} "${title}" like ${like.id}\n\n${why}\n`;
}

/** Returns a copy of a game's text under a new name. */
export function copyText(word: string, title: string, from: Beginning): string {
  return from.text.replace(/^game\s+\S+\s+"[^"\n]*"/m, `game ${word} "${title}"`);
}

/** Derives a name for specs from a title. */
export function wordFor(title: string): string {
  const word = title.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 40);
  return word === "" ? "my-game" : word;
}

/** Returns the text of a complete small game. */
export const smallText = (word: string, title: string): string => `language 1\n\ngame ${word} "${title}"\n${rest}`;
