import type { Copy } from "./outbox";

const LIST = "entourage.games";
const linksKey = (id: string) => `entourage.links.${id}`;
const copyKey = (id: string) => `entourage.game.${id}`;
const invitedKey = (id: string) => `entourage.invited.${id}`;
const muteKey = (id: string) => `entourage.mute.${id}`;

/** A game opened on this device. */
export interface Entry {
  id: string;
  /** When it was last opened or played, in milliseconds since 1970. */
  seen: number;
}

/** Keys for others to a game created on this device. */
export interface Links {
  /** The opponent's key, until the game has begun. */
  friend: string | null;
  watch: string;
  /** Whether the invitation is public. */
  open: boolean;
  /** Whether the opponent has joined by the link. */
  came?: boolean;
}

function read<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as T | null;
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage, games can still be opened by their addresses.
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

/** Calls back when another tab changes a stored value; returns a function that stops it. */
function watch<T>(key: string, heard: (value: T) => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key !== key) return;
    try {
      heard(JSON.parse(event.newValue ?? "null") as T);
    } catch {
      // Ignore values in an unknown format.
    }
  };
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}

/** Lists this device's games, most recent first. */
export function entries(): Entry[] {
  const list = read<Entry[]>(LIST);
  return Array.isArray(list) ? list.filter((entry) => typeof entry?.id === "string").sort((a, b) => b.seen - a.seen) : [];
}

const whole = (copy: Copy | null) => (copy && Array.isArray(copy.pending) && Array.isArray(copy.state?.events) ? copy : null);

export function recall(id: string): Copy | null {
  return whole(read<Copy>(copyKey(id)));
}

/** Watches the stored copy of a game for changes by other tabs; returns a function that stops it. */
export function watchCopy(id: string, heard: (copy: Copy) => void): () => void {
  return watch<Copy | null>(copyKey(id), (kept) => {
    const copy = whole(kept);
    if (copy) heard(copy);
  });
}

/** Stores a game, so that no move is lost while the server cannot be reached. */
export function remember(id: string, copy: Copy): void {
  write(copyKey(id), copy);
  write(LIST, [{ id, seen: Date.now() }, ...entries().filter((entry) => entry.id !== id)]);
}

/** Returns the keys for others to a game created on this device. */
export function recallLinks(id: string): Links | null {
  const links = read<Partial<Links>>(linksKey(id));
  return typeof links?.watch === "string" ? { friend: links.friend ?? null, watch: links.watch, open: links.open === true, came: links.came === true } : null;
}

/** Stores the keys for others to a game created on this device: the server has only their hashes. */
export function rememberLinks(id: string, links: Links): void {
  write(linksKey(id), links);
}

/** Returns whether a game was opened on this device by an invitation that is not accepted yet. */
export function recallInvited(id: string): boolean {
  return read<boolean>(invitedKey(id)) === true;
}

/** Stores that a game was opened by an invitation, or that the invitation was accepted. */
export function rememberInvited(id: string, invited: boolean): void {
  if (invited) write(invitedKey(id), true);
  else remove(invitedKey(id));
}

/** Returns whether the opponent's chat messages are muted on this device. */
export function recallMute(id: string): boolean {
  return read<boolean>(muteKey(id)) === true;
}

/** Mutes or unmutes the opponent's chat messages on this device. */
export function rememberMute(id: string, muted: boolean): void {
  write(muteKey(id), muted);
}

/** Watches for changes of the mute setting by other tabs; returns a function that stops it. */
export function watchMute(id: string, heard: (muted: boolean) => void): () => void {
  return watch<boolean | null>(muteKey(id), (muted) => heard(muted === true));
}

/** Removes a game from this device only. */
export function forget(id: string): void {
  write(LIST, entries().filter((entry) => entry.id !== id));
  for (const key of [copyKey(id), linksKey(id), invitedKey(id), muteKey(id)]) remove(key);
}
