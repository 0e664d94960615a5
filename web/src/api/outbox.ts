import { fold } from "./fold";
import type { GameState } from "./state";
import type { GameEvent, NewGame } from "@entourage/rules";

/** A game as this device knows it: what the server acknowledged, and what it has yet to hear. */
export interface Copy {
  state: GameState;
  pending: GameEvent[];
  /** What the server has yet to be asked for, where the game began on this device alone. */
  unborn?: NewGame;
}

/** Applies events to a state, as the server does on accepting them: the same fold says what they do. */
export function apply(state: GameState, ...added: GameEvent[]): GameState {
  if (added.length === 0) return state;
  const events = [...state.events, ...added];
  return { ...state, seq: state.seq + added.length, events, ...fold(events) };
}

/** What changes nothing on the board, nor whether a move may be made: a move that was under way follows it. */
const TALK: readonly GameEvent["type"][] = ["offer", "decline", "announce", "stay", "give"];

/** Tells whether an event is talk. */
function isTalk(event: GameEvent): boolean {
  return TALK.includes(event.type);
}

/** Tells whether the players have yet to choose what they begin with. */
export function isPreparing(state: GameState): boolean {
  return (state.setup?.committed.includes(false) ?? false) && !state.aborted && !state.lapsed;
}

/** Returns the game as the player sees it: acknowledged events and pending ones. */
export function current(copy: Copy): GameState {
  return apply(copy.state, ...copy.pending);
}

/** Adds an event that the server has yet to hear. */
export function enqueue(copy: Copy, event: GameEvent): Copy {
  return { ...copy, pending: [...copy.pending, event] };
}

/** Notes that the server accepted the first pending event. */
export function acknowledge(copy: Copy): Copy {
  const [first, ...pending] = copy.pending;
  return first ? { state: apply(copy.state, first), pending } : copy;
}

/**
 * Takes over the server's state.
 *
 * Pending events stay if the server has just what they were made upon; those it already has (an answer
 * was lost) are done; where the other player only said something meanwhile, they follow it. Otherwise the game went on elsewhere and they are dropped.
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

/** Tells whether another copy of a game has all that a copy has, and was told as much of it by the server. */
export function goesOn(copy: Copy, other: Copy): boolean {
  const all = [...other.state.events, ...other.pending];
  const known = [...copy.state.events, ...copy.pending];
  return other.state.seq >= copy.state.seq && known.every((event, i) => same(event, all[i]));
}

/** Returns what an event amounts to where the other side has proposed just the same meanwhile: both agree. */
function meant(event: GameEvent, state: GameState): GameEvent {
  if (event.type !== "offer" || !state.offer || state.offer.side === event.side || state.offer.offer !== event.offer) return event;
  if (event.offer === "draw") return { type: "draw" };
  if (event.offer === "rematch" || event.offer === "pause" || event.offer === "resume") return { type: event.offer };
  return { type: "takeback", plies: Number(event.offer.split(":")[1]) };
}

function same(a: GameEvent, b: GameEvent | undefined): boolean {
  // What was hidden may be seen later; a side chooses once.
  if (a.type === "setup") return b?.type === "setup" && a.side === b.side;
  const text = (event: GameEvent) => JSON.stringify(Object.entries(event).sort());
  return b !== undefined && text(a) === text(b);
}

/** Returns how long to wait before a retry, in milliseconds: doubling from one second to half a minute. */
export function backoff(failures: number): number {
  return Math.min(1000 * 2 ** Math.max(0, failures - 1), 30_000);
}
