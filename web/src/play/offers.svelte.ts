import type { GameState } from "../api/state";
import type { GameEvent, Offer, Side } from "@entourage/rules";
import { ending, type Ending } from "./ending";

/** What the game does about what the players say. */
interface Acts {
  /** The side played here against somebody elsewhere. */
  own(): Side | null;
  /** Adds an event that moves no piece; tells whether the game had not gone on before. */
  tell(event: GameEvent): boolean;
  undo(plies: number): void;
  /** Shows that the game is over. */
  finish(): void;
}

/** What the players say to each other beside their moves: proposals, and how they end the game. */
export class Offers {
  /** Who proposes what, unanswered. */
  offer = $state.raw<{ side: Side; offer: Offer } | null>(null);
  /** How the players ended the game, if they did. */
  ending = $state.raw<Ending | null>(null);
  /** Whether the players play again, in a game of its own. */
  rematch = $state(false);

  #acts: Acts;

  constructor(acts: Acts) {
    this.#acts = acts;
  }

  /** Takes over what a state says; tells whether the game has ended by it. */
  know(state: GameState): boolean {
    const before = this.ending;
    const offer = state.offer ?? null;
    // The same offer stays the same: whoever reads it is not interrupted.
    if (offer?.side !== this.offer?.side || offer?.offer !== this.offer?.offer) this.offer = offer;
    this.ending = ending(state);
    this.rematch = state.rematch ?? false;
    return this.ending !== null && before === null;
  }

  /** Ends the game for a side, with a result or without. */
  leave(type: "resign" | "abort", side: Side): void {
    this.#end({ type, side });
  }

  /** Proposes something to the other player. */
  suggest(offer: Offer): void {
    const own = this.#acts.own();
    if (!own || (this.offer?.side === own && this.offer.offer === offer)) return;
    // Both want the same.
    if (this.offer?.offer === offer) this.agree();
    else this.#acts.tell({ type: "offer", side: own, offer });
  }

  /** Agrees to what the other player proposes; where somebody read an offer, to that one and no other. */
  agree(read: { side: Side; offer: Offer } | null = this.offer): void {
    const { offer } = this;
    if (!offer || offer !== read || offer.side === this.#acts.own()) return;
    if (offer.offer === "draw") this.#end({ type: "draw" });
    else if (offer.offer === "rematch" || offer.offer === "pause" || offer.offer === "resume") this.#acts.tell({ type: offer.offer });
    else this.#acts.undo(Number(offer.offer.split(":")[1]));
  }

  /** Declines what the other player proposes, or withdraws what was proposed here. */
  decline(): void {
    const own = this.#acts.own();
    if (own && this.offer) this.#acts.tell({ type: "decline", side: own });
  }

  /** Goes on vacation for some days. */
  rest(days: number): void {
    const own = this.#acts.own();
    if (own) this.#acts.tell({ type: "vacation", side: own, days });
  }

  /** Announces a vacation for some days from an instant of the server's time on. */
  announce(days: number, from: number): void {
    const own = this.#acts.own();
    if (own) this.#acts.tell({ type: "announce", side: own, days, from });
  }

  /** Takes back the vacation that was announced. */
  stay(): void {
    const own = this.#acts.own();
    if (own) this.#acts.tell({ type: "stay", side: own });
  }

  /** Gives the other player time. */
  give(): void {
    const own = this.#acts.own();
    if (own) this.#acts.tell({ type: "give", side: own });
  }

  #end(event: GameEvent): void {
    if (this.#acts.tell(event)) this.#acts.finish();
  }
}
