import rest from "../../../crates/definition/src/template.game?raw";
import { offered } from "../rules/written";
import { titleOf } from "./manuscripts";

/** A game whose text others may begin from. */
export interface Beginning {
  id: string;
  name: string;
  text: string;
}

const shipped = import.meta.glob<string>("../../../variants/*.game", { query: "?raw", import: "default", eager: true });

/** The texts that come with the page, by their names; those that the server offers besides join them once they are here. */
const known = new Map(Object.entries(shipped).map(([path, text]) => [path.replace(/^.*\/|\.game$/g, ""), text]));

/** Lists the games that one may begin from, by their names for people. */
export function beginnings(): Beginning[] {
  const all = [...known].map(([id, text]) => ({ id, text, name: titleOf(text) }));
  return all.sort((one, other) => one.name.localeCompare(other.name));
}

/** Learns the texts that the server offers; those that come with the page stay as they are. */
export async function learnOffered(): Promise<void> {
  for (const { id, texts } of await offered()) if (texts[0] !== undefined && !known.has(id)) known.set(id, texts[0]);
}

/** Returns the texts that a game may be like, by their names, as the reader wants them. */
export const library = (): string => JSON.stringify(Object.fromEntries(known));

/** Writes a text that is like another game and says nothing else yet. */
export function likeText(word: string, title: string, like: Beginning): string {
  const why = `# All of ${like.name} holds. Say what differs: a power, a piece written again, another start.`;
  return `language 1\n\ngame ${word} "${title}" like ${like.id}\n\n${why}\n`;
}

/** Writes another game's whole text under a name of its own. */
export function copyText(word: string, title: string, from: Beginning): string {
  return from.text.replace(/^game\s+\S+\s+"[^"\n]*"/m, `game ${word} "${title}"`);
}

/** Makes a word for specs of a title. */
export function wordFor(title: string): string {
  const word = title.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 40);
  return word === "" ? "my-game" : word;
}

/** Writes a whole small game. */
export const smallText = (word: string, title: string): string => `language 1\n\ngame ${word} "${title}"\n${rest}`;
