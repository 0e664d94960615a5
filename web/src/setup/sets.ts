/** A named choice of cards. */
export interface NamedSet {
  name: string;
  /** The choice as in specs. */
  text: string;
}

/** A set and its game. */
export interface SharedSet extends NamedSet {
  game: string;
}

const key = (game: string) => `entourage.sets.${game}`;
const MOST_NAME = 60;

const isSet = (value: unknown): value is NamedSet =>
  typeof value === "object" && value !== null && typeof (value as NamedSet).name === "string" && typeof (value as NamedSet).text === "string";

/** Lists this device's sets for a game, by name. */
export function keptSets(game: string): NamedSet[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key(game)) ?? "[]");
    return Array.isArray(list) ? list.filter(isSet) : [];
  } catch {
    return [];
  }
}

/** Adds a set, replacing one of the same name. */
export function withSet(sets: readonly NamedSet[], { name, text }: NamedSet): NamedSet[] {
  const named = { name: name.trim().slice(0, MOST_NAME), text };
  return [...sets.filter((set) => set.name !== named.name), named].sort((a, b) => a.name.localeCompare(b.name));
}

/** Stores the sets of a game. */
export function keep(game: string, sets: readonly NamedSet[]): void {
  try {
    localStorage.setItem(key(game), JSON.stringify(sets));
  } catch {
    // Without storage a set lasts as long as the page, and by its link.
  }
}

/** Returns the address of a set, entirely in the fragment, which is never sent to a server. */
export function setAddress({ game, name, text }: SharedSet): string {
  return `#set=${encodeURIComponent([game, text, name].join("|"))}`;
}

/** Parses a set from an address; `null` if invalid. */
export function readSet(value: string): SharedSet | null {
  const [game = "", text = "", ...name] = value.split("|");
  if (game === "" || text === "" || text.length > 500) return null;
  return { game, text, name: name.join("|").slice(0, MOST_NAME) };
}

/** Finds a set in a pasted link or the end of one. */
export function readLink(text: string): SharedSet | null {
  const at = text.indexOf("#set=");
  if (at < 0) return null;
  try {
    return readSet(decodeURIComponent(text.slice(at + 5).trim()));
  } catch {
    return null;
  }
}
