import type { Placement } from "@entourage/rules";
import type { PressManner } from "@entourage/board/scene";

/** What a game asks of the turn that is being made by hand. */
export interface ManualTurn {
  /** The square of the piece that was picked up. */
  readonly picked: string | null;
  /** What stands after what was done so far; `null` if nothing was. */
  readonly placement: Placement | null;
  holds(square: string): boolean;
  press(square: string, manner: PressManner): void;
  /** Reads a typed turn; returns what is wrong with it, or `null`. */
  type(text: string): string | null;
  letGo(): void;
}
