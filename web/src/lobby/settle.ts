import { remember } from "../api/library";
import { readGame } from "../api/server";
import { settings } from "../settings/settings.svelte";
import { keep, kept } from "./waiting";

/** Finds the games that seeks of this device have become while nobody was here; returns how many. */
export async function settle(): Promise<number> {
  const before = kept();
  let waiting = before;
  for (const { key, seek } of before) {
    try {
      remember(key, { state: await readGame(key, settings), pending: [] });
      waiting = waiting.filter((one) => one.seek !== seek);
    } catch {
      // Nobody has come yet, or the server is away.
    }
  }
  if (waiting.length < before.length) keep(waiting);
  return before.length - waiting.length;
}
