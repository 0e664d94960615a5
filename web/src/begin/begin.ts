import { drawKey } from "../api/key";
import { recall, remember, rememberLinks } from "../api/library";
import type { Locale } from "../api/locale";
import { Away, createGame, Limited } from "../api/server";
import type { NewGame } from "@entourage/rules";

/** The server is away, and what the players are to choose before the game is dealt with there. */
export class NeedsServer extends Away {}

/**
 * Begins a game and returns the key to it, by which it is found on this device.
 *
 * Where the server is away, a game at one screen or against the computer begins on this device, and is created there with the same key later.
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
    if (!(thrown instanceof Away) || thrown instanceof Limited) throw thrown;
    if (wanted.setup) throw new NeedsServer(thrown.message);
    const { layOut } = await import("./layOut");
    remember(key, { state: await layOut(order), pending: [], unborn: order });
    // A device that keeps nothing would lose it.
    if (!recall(key)) throw thrown;
  }
  return key;
}
