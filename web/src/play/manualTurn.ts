import type { Placement } from "@entourage/rules";
import type { PressManner } from "@entourage/board/scene";

/** The interface of an unsent manual move. */
export interface ManualTurn {
  /** The square of the piece that was picked up. */
  readonly picked: string | null;
  /** The board after the steps so far; `null` if there are none. */
  readonly placement: Placement | null;
  holds(square: string): boolean;
  press(square: string, manner: PressManner): void;
  /** Parses a typed turn; returns the error, or `null`. */
  type(text: string): string | null;
  letGo(): void;
}
