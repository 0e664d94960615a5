import type { Copy } from "./outbox";

const LIST = "entourage.games";
const linksKey = (id: string) => `entourage.links.${id}`;
const copyKey = (id: string) => `entourage.game.${id}`;
const muteKey = (id: string) => `entourage.mute.${id}`;

/** A game that was opened on this device. */
export interface Entry {
  id: string;
  /** When it was last opened or moved in, in milliseconds since 1970. */
  seen: number;
}

/** The keys for others to a game that was created on this device. */
export interface Links {
  /** The other side's, until the game has begun. */
  friend: string | null;
  watch: string;
  /** Whether anybody may take the other side. */
  open: boolean;
  /** Whether the friend has come by their link. */
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
    // Without storage the games are still found by their addresses.
  }
}

/** Calls back when another tab of this browser keeps something else under a key; returns how to end it. */
function watch<T>(key: string, heard: (value: T) => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key !== key) return;
    try {
      heard(JSON.parse(event.newValue ?? "null") as T);
    } catch {
      // What is no value of ours tells nothing.
    }
  };
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}

/** Lists this device's games, the latest first. */
export function entries(): Entry[] {
  const list = read<Entry[]>(LIST);
  return Array.isArray(list) ? list.filter((entry) => typeof entry?.id === "string").sort((a, b) => b.seen - a.seen) : [];
}

const whole = (copy: Copy | null) => (copy && Array.isArray(copy.pending) && Array.isArray(copy.state?.events) ? copy : null);

/** Returns what this device knows of a game. */
export function recall(id: string): Copy | null {
  return whole(read<Copy>(copyKey(id)));
}

/** Hears what another tab of this browser keeps of a game; returns how to end it. */
export function watchCopy(id: string, heard: (copy: Copy) => void): () => void {
  return watch<Copy | null>(copyKey(id), (kept) => {
    const copy = whole(kept);
    if (copy) heard(copy);
  });
}

/** Keeps what this device knows of a game, so that no move is lost while the server is away. */
export function remember(id: string, copy: Copy): void {
  write(copyKey(id), copy);
  write(LIST, [{ id, seen: Date.now() }, ...entries().filter((entry) => entry.id !== id)]);
}

/** Returns the keys for others to a game that was created on this device. */
export function recallLinks(id: string): Links | null {
  const links = read<Partial<Links>>(linksKey(id));
  return typeof links?.watch === "string" ? { friend: links.friend ?? null, watch: links.watch, open: links.open === true, came: links.came === true } : null;
}

/** Keeps the keys for others to a game that was created on this device: the server knows only their hashes. */
export function rememberLinks(id: string, links: Links): void {
  write(linksKey(id), links);
}

/** Tells whether what the other player of a game writes is hidden on this device. */
export function recallMute(id: string): boolean {
  return read<boolean>(muteKey(id)) === true;
}

/** Hides what the other player of a game writes on this device, or shows it again. */
export function rememberMute(id: string, muted: boolean): void {
  write(muteKey(id), muted);
}

/** Hears whether another tab of this browser hides what the other player writes; returns how to end it. */
export function watchMute(id: string, heard: (muted: boolean) => void): () => void {
  return watch<boolean | null>(muteKey(id), (muted) => heard(muted === true));
}

/** Forgets a game on this device only. */
export function forget(id: string): void {
  write(LIST, entries().filter((entry) => entry.id !== id));
  try {
    localStorage.removeItem(copyKey(id));
    localStorage.removeItem(linksKey(id));
    localStorage.removeItem(muteKey(id));
  } catch {
    // Nothing was kept.
  }
}
