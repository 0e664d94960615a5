import { fold } from "./fold";
import type { GameState } from "./state";
import type { GameEvent, NewGame } from "@entourage/rules";

/** A game as stored on this device: the acknowledged state and events still to be sent. */
export interface Copy {
  state: GameState;
  pending: GameEvent[];
  /** The request that creates the game on the server, if it was created offline. */
  unborn?: NewGame;
}

/** Applies events to a state by the same fold as the server. */
export function apply(state: GameState, ...added: GameEvent[]): GameState {
  if (added.length === 0) return state;
  const events = [...state.events, ...added];
  return { ...state, seq: state.seq + added.length, events, ...fold(events) };
}

/** Events that change neither the board nor the legality of a move: a pending move can follow them. */
const TALK: readonly GameEvent["type"][] = ["offer", "decline", "announce", "stay", "give"];

function isTalk(event: GameEvent): boolean {
  return TALK.includes(event.type);
}

/** Returns whether players still have to choose their setup. */
export function isPreparing(state: GameState): boolean {
  return (state.setup?.committed.includes(false) ?? false) && !state.aborted && !state.lapsed;
}

/** Returns the game as the player sees it: acknowledged and pending events. */
export function current(copy: Copy): GameState {
  return apply(copy.state, ...copy.pending);
}

/** Adds an event to be sent to the server. */
export function enqueue(copy: Copy, event: GameEvent): Copy {
  return { ...copy, pending: [...copy.pending, event] };
}

/** Marks the first pending event as accepted by the server. */
export function acknowledge(copy: Copy): Copy {
  const [first, ...pending] = copy.pending;
  return first ? { state: apply(copy.state, first), pending } : copy;
}

/**
 * Adopts the server's state. Pending events are kept if they still apply to it, removed if it already contains them (the answer was lost), and moved
 * behind events of the opponent that change nothing on the board. Otherwise the game has continued elsewhere, and they are dropped.
 */
export function adopt(copy: Copy | null, state: GameState): { copy: Copy; dropped: GameEvent[] } {
  if (!copy) return { copy: { state, pending: [] }, dropped: [] };
  const known = copy.state.events;
  const all = [...known, ...copy.pending];
  const added = state.events.slice(known.length);
  const first = copy.pending[0];
  if (first && added[0] && !same(added[0], first) && added.every(isTalk) && known.every((event, i) => same(event, state.events[i]))) {
    return { copy: { state, pending: [meant(first, state), ...copy.pending.slice(1)] }, dropped: [] };
  }
  const agreed =
    state.events.length >= known.length &&
    state.events.slice(0, all.length).every((event, i) => same(event, all[i]));
  return agreed
    ? { copy: { state, pending: copy.pending.slice(state.events.length - known.length) }, dropped: [] }
    : { copy: { state, pending: [] }, dropped: copy.pending };
}

/** Returns whether another copy of the game contains everything in this one. */
export function goesOn(copy: Copy, other: Copy): boolean {
  const all = [...other.state.events, ...other.pending];
  const known = [...copy.state.events, ...copy.pending];
  return other.state.seq >= copy.state.seq && known.every((event, i) => same(event, all[i]));
}

/** Converts a proposal into an agreement if the opponent has proposed the same in the meantime. */
function meant(event: GameEvent, state: GameState): GameEvent {
  if (event.type !== "offer" || !state.offer || state.offer.side === event.side || state.offer.offer !== event.offer) return event;
  if (event.offer === "draw") return { type: "draw" };
  if (event.offer === "rematch" || event.offer === "pause" || event.offer === "resume") return { type: event.offer };
  return { type: "takeback", plies: Number(event.offer.split(":")[1]) };
}

function same(a: GameEvent, b: GameEvent | undefined): boolean {
  // A hidden choice may be visible later; a side chooses once.
  if (a.type === "setup") return b?.type === "setup" && a.side === b.side;
  const text = (event: GameEvent) => JSON.stringify(Object.entries(event).sort());
  return b !== undefined && text(a) === text(b);
}

/** Returns the delay before a retry in milliseconds: doubling from one second to half a minute. */
export function backoff(failures: number): number {
  return Math.min(1000 * 2 ** Math.max(0, failures - 1), 30_000);
}
