import { remember } from "../api/library";
import { readMet } from "../api/lobby";
import { readGame } from "../api/server";
import { settings } from "../settings/settings.svelte";
import { keep, kept } from "./waiting";

/** The most seeks that the server is asked about at a time. */
const MAX_SEEKS = 64;

/** Finds the games that seeks of this device have become while nobody was here; returns how many. */
export async function settle(): Promise<number> {
  const before = kept();
  if (before.length === 0) return 0;
  let waiting = before;
  try {
    for (let from = 0; from < before.length; from += MAX_SEEKS) {
      const some = before.slice(from, from + MAX_SEEKS);
      // A key opens nothing before somebody has come: to try each would be to be refused.
      const { met } = await readMet(some.map(({ key }) => key), settings);
      for (const { key, seek } of some.filter((_, at) => met[at])) {
        remember(key, { state: await readGame(key, settings), pending: [] });
        waiting = waiting.filter((one) => one.seek !== seek);
      }
    }
  } catch {
    // The server is away; the next visit finds the others.
  }
  if (waiting.length < before.length) keep(waiting);
  return before.length - waiting.length;
}
