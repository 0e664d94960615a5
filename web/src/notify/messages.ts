import { gameAddress, LOBBY } from "../addresses";

const KEY = "entourage.push";
/** What the fragment of an address begins with to which a press on a message leads. */
const TOLD = "#told=";

/** Keeps by which key a side is opened that messages name: they tell no key. */
export function keepSides(sides: ReadonlyMap<string, string>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(sides)));
  } catch {
    // Without storage only the games of an account are opened by a press.
  }
}

/** Returns the address of the page that a message is about: the lobby, or a game by what opens it here. */
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

/** Goes to what a message is about that was pressed: where this page was opened by it, or was open already. */
export function followMessages(): void {
  if (location.hash.startsWith(TOLD)) {
    try {
      history.replaceState(null, "", addressOf(decodeURIComponent(location.hash.slice(TOLD.length))));
    } catch {
      // No message leads to a damaged address.
    }
  }
  (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const opens = (data as { opens?: unknown } | null)?.opens;
    if (typeof opens === "string") location.hash = addressOf(opens);
  });
}
