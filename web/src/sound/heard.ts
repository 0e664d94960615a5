import type { EffectView } from "@entourage/rules";
import type { Sound } from "./sounds";

/** The effects of a move that have sounds. */
export interface Heard {
  effects: readonly EffectView[];
  /** Whether there is an alert, such as check. */
  alert: boolean;
  over: boolean;
}

/** Returns the sound of a move: that of its most important effect. */
export function heardOf({ effects, alert, over }: Heard): Sound {
  if (over) return "end";
  if (alert) return "alert";
  return effects.some((effect) => effect.type === "remove") ? "capture" : "move";
}
