import type { GameState } from "../api/state";
import type { GameEvent, Offer, Side } from "@entourage/rules";
import { ending, type Ending } from "./ending";

/** What offers need of the game. */
interface Acts {
  /** The side played here against another device. */
  own(): Side | null;
  /** Adds an event that is not a move; returns whether the game had not continued before. */
  tell(event: GameEvent): boolean;
  undo(plies: number): void;
  /** Called when the game has ended. */
  finish(): void;
}

/** The players' offers, and how they end the game. */
export class Offers {
  /** The open offer and its side. */
  offer = $state.raw<{ side: Side; offer: Offer } | null>(null);
  /** How the players ended the game, if they did. */
  ending = $state.raw<Ending | null>(null);
  /** Whether the players agreed on a rematch. */
  rematch = $state(false);

  #acts: Acts;

  constructor(acts: Acts) {
    this.#acts = acts;
  }

  /** Applies a state; returns whether it has ended the game. */
  know(state: GameState): boolean {
    const before = this.ending;
    const offer = state.offer ?? null;
    // Keeps the same object for the same offer, so that screen readers are not interrupted.
    if (offer?.side !== this.offer?.side || offer?.offer !== this.offer?.offer) this.offer = offer;
    this.ending = ending(state);
    this.rematch = state.rematch ?? false;
    return this.ending !== null && before === null;
  }

  /** Ends the game for a side, with or without a result. */
  leave(type: "resign" | "abort", side: Side): void {
    this.#end({ type, side });
  }

  suggest(offer: Offer): void {
    const own = this.#acts.own();
    if (!own || (this.offer?.side === own && this.offer.offer === offer)) return;
    // Both players want the same.
    if (this.offer?.offer === offer) this.agree();
    else this.#acts.tell({ type: "offer", side: own, offer });
  }

  /** Accepts the opponent's offer; if one was shown, only that one. */
  agree(read: { side: Side; offer: Offer } | null = this.offer): void {
    const { offer } = this;
    if (!offer || offer !== read || offer.side === this.#acts.own()) return;
    if (offer.offer === "draw") this.#end({ type: "draw" });
    else if (offer.offer === "rematch" || offer.offer === "pause" || offer.offer === "resume") this.#acts.tell({ type: offer.offer });
    else this.#acts.undo(Number(offer.offer.split(":")[1]));
  }

  /** Declines the opponent's offer, or cancels the user's own. */
  decline(): void {
    const own = this.#acts.own();
    if (own && this.offer) this.#acts.tell({ type: "decline", side: own });
  }

  /** Starts a vacation. */
  rest(days: number): void {
    const own = this.#acts.own();
    if (own) this.#acts.tell({ type: "vacation", side: own, days });
  }

  /** Schedules a vacation of some days from an instant of server time. */
  announce(days: number, from: number): void {
    const own = this.#acts.own();
    if (own) this.#acts.tell({ type: "announce", side: own, days, from });
  }

  /** Cancels the scheduled vacation. */
  stay(): void {
    const own = this.#acts.own();
    if (own) this.#acts.tell({ type: "stay", side: own });
  }

  give(): void {
    const own = this.#acts.own();
    if (own) this.#acts.tell({ type: "give", side: own });
  }

  #end(event: GameEvent): void {
    if (this.#acts.tell(event)) this.#acts.finish();
  }
}
