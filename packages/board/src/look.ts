import type { Notation } from "@entourage/rules";
import { getContext, setContext } from "svelte";

/** Says how boards are drawn; whoever changes it while they are seen makes it of signals. */
export interface Look {
  /** Shows pieces as pictures, as letters, or as plain figures. */
  readonly pieces: "pictures" | "letters" | "figures";
  /** Whether a letter stands beside each picture. */
  readonly letters: boolean;
  readonly notation: Notation;
  readonly coordinates: boolean;
  /** Whether what a weighed move brings fades in. */
  readonly animate: boolean;
  /** Says to those who hear how the board is used by keys. */
  readonly help: string;
  /** Returns the time of one leg of an animation in milliseconds, 0 for none. */
  legTime(): number;
}

const KEY = Symbol("look");

/** Sets how boards below the present component are drawn. */
export const setLook = (look: Look): Look => setContext(KEY, look);

/**
 * Returns how the boards here are drawn.
 *
 * @throws Error where nobody has set it.
 */
export function getLook(): Look {
  const look = getContext<Look | undefined>(KEY);
  if (!look) throw new Error("nobody has set how boards are drawn");
  return look;
}
