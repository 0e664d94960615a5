import { drawKey } from "../api/key";
import { recall, remember, rememberLinks } from "../api/library";
import type { Locale } from "../api/locale";
import { Unreachable, createGame, RateLimited } from "../api/server";
import type { NewGame } from "@entourage/rules";

/** The server cannot be reached, and it has to deal the players' cards. */
export class NeedsServer extends Unreachable {}

/**
 * Creates a game and returns its key. If the server cannot be reached, a game on one screen or against the computer is created on this device, and on
 * the server later with the same key.
 */
export async function beginGame(wanted: NewGame, locale: Locale): Promise<string> {
  if (wanted.seats) {
    const { id, links, state } = await createGame(wanted, locale);
    remember(id, { state, pending: [] });
    if (links) rememberLinks(id, links);
    return id;
  }
  const key = drawKey();
  const order = { ...wanted, key };
  try {
    const { state } = await createGame(order, locale);
    remember(key, { state, pending: [] });
  } catch (thrown) {
    if (!(thrown instanceof Unreachable) || thrown instanceof RateLimited) throw thrown;
    if (wanted.setup) throw new NeedsServer(thrown.message);
    const { layOut } = await import("./layOut");
    remember(key, { state: await layOut(order), pending: [], unborn: order });
    // Without storage the game would be lost.
    if (!recall(key)) throw thrown;
  }
  return key;
}
