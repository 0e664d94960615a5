import { gameAddress, LOBBY } from "../addresses";

const KEY = "entourage.push";
/** Start of the address fragment that a click on a notification opens. */
const TOLD = "#told=";

/** Stores the keys of sides that notifications refer to, because notifications contain no keys. */
export function keepSides(sides: ReadonlyMap<string, string>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(sides)));
  } catch {
    // Without storage, only games of an account can be opened from a notification.
  }
}

/** Returns the address that a notification opens: the lobby, or a game. */
export function addressOf(opens: string): string {
  if (opens === "lobby") return LOBBY;
  try {
    const sides = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
    const key = Object.hasOwn(sides, opens) ? sides[opens] : null;
    return gameAddress(typeof key === "string" ? key : opens);
  } catch {
    return gameAddress(opens);
  }
}

/** Opens what a clicked notification is about, in a new or an open tab. */
export function followMessages(): void {
  if (location.hash.startsWith(TOLD)) {
    try {
      history.replaceState(null, "", addressOf(decodeURIComponent(location.hash.slice(TOLD.length))));
    } catch {
      // Ignore invalid addresses.
    }
  }
  (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const opens = (data as { opens?: unknown } | null)?.opens;
    if (typeof opens === "string") location.hash = addressOf(opens);
  });
}
