import type { Notation } from "@entourage/rules";
import { getContext, setContext } from "svelte";

/** How boards are drawn. Use signals if it changes while a board is shown. */
export interface Look {
  /** How pieces are shown. */
  readonly pieces: "pictures" | "letters" | "figures";
  /** Whether a letter is beside each picture. */
  readonly letters: boolean;
  readonly notation: Notation;
  readonly coordinates: boolean;
  /** Whether previews fade in. */
  readonly animate: boolean;
  /** Keyboard instructions for screen readers. */
  readonly help: string;
  /** Returns the duration of one leg of an animation in milliseconds, 0 for none. */
  legTime(): number;
}

const KEY = Symbol("look");

/** Sets the look of boards below the current component. */
export const setLook = (look: Look): Look => setContext(KEY, look);

/** Returns the look of boards below the current component. @throws Error if it has not been set. */
export function getLook(): Look {
  const look = getContext<Look | undefined>(KEY);
  if (!look) throw new Error("nobody has set how boards are drawn");
  return look;
}
