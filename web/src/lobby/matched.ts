import { remember } from "../api/library";
import { readMet } from "../api/lobby";
import { readGame } from "../api/server";
import { settings } from "../settings/settings.svelte";
import { keep, kept } from "./waiting";

/** Maximum number of seeks per request. */
const MAX_SEEKS = 64;

/** Finds seeks of this device that became games while the page was closed; returns their number. */
export async function findMatched(): Promise<number> {
  const before = kept();
  if (before.length === 0) return 0;
  let waiting = before;
  try {
    for (let from = 0; from < before.length; from += MAX_SEEKS) {
      const some = before.slice(from, from + MAX_SEEKS);
      // A key is rejected until the seek is accepted, so keys are not tried one by one.
      const { met } = await readMet(some.map(({ key }) => key), settings);
      for (const { key, seek } of some.filter((_, at) => met[at])) {
        remember(key, { state: await readGame(key, settings), pending: [] });
        waiting = waiting.filter((one) => one.seek !== seek);
      }
    }
  } catch {
    // The server cannot be reached; the next visit finds the others.
  }
  if (waiting.length < before.length) keep(waiting);
  return before.length - waiting.length;
}
