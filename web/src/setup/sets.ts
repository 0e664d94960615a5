/** A choice that somebody named, to use it again or to share it. */
export interface NamedSet {
  name: string;
  /** The choice as specs have it. */
  text: string;
}

/** A set with the game it is for. */
export interface SharedSet extends NamedSet {
  game: string;
}

const key = (game: string) => `entourage.sets.${game}`;
const MOST_NAME = 60;

const isSet = (value: unknown): value is NamedSet =>
  typeof value === "object" && value !== null && typeof (value as NamedSet).name === "string" && typeof (value as NamedSet).text === "string";

/** Lists the sets kept on this device for a game, by name. */
export function keptSets(game: string): NamedSet[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key(game)) ?? "[]");
    return Array.isArray(list) ? list.filter(isSet) : [];
  } catch {
    return [];
  }
}

/** Adds a set to some, in place of one of the same name. */
export function withSet(sets: readonly NamedSet[], { name, text }: NamedSet): NamedSet[] {
  const named = { name: name.trim().slice(0, MOST_NAME), text };
  return [...sets.filter((set) => set.name !== named.name), named].sort((a, b) => a.name.localeCompare(b.name));
}

/** Keeps the sets of a game on this device. */
export function keep(game: string, sets: readonly NamedSet[]): void {
  try {
    localStorage.setItem(key(game), JSON.stringify(sets));
  } catch {
    // Without storage a set lasts as long as the page, and by its link.
  }
}

/** Makes the address of a set: all of it lies in the fragment, which no server hears of. */
export function setAddress({ game, name, text }: SharedSet): string {
  return `#set=${encodeURIComponent([game, text, name].join("|"))}`;
}

/** Reads what an address says of a set; `null` if it is none. */
export function readSet(value: string): SharedSet | null {
  const [game = "", text = "", ...name] = value.split("|");
  if (game === "" || text === "" || text.length > 500) return null;
  return { game, text, name: name.join("|").slice(0, MOST_NAME) };
}

/** Finds the set in a link or in its end, as people paste it. */
export function readLink(text: string): SharedSet | null {
  const at = text.indexOf("#set=");
  if (at < 0) return null;
  try {
    return readSet(decodeURIComponent(text.slice(at + 5).trim()));
  } catch {
    return null;
  }
}
