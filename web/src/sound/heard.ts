import type { EffectView } from "@entourage/rules";
import type { Sound } from "./sounds";

/** What has become of a game, as far as it is heard. */
export interface Heard {
  effects: readonly EffectView[];
  /** Whether somebody is to be warned, as of a check. */
  alert: boolean;
  over: boolean;
}

/** Returns what is heard of a move: the gravest that it did. */
export function heardOf({ effects, alert, over }: Heard): Sound {
  if (over) return "end";
  if (alert) return "alert";
  return effects.some((effect) => effect.type === "remove") ? "capture" : "move";
}
