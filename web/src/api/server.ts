import type { Links } from "./library";
import type { Locale } from "./locale";
import type { GameState } from "./state";
import type {
  Failure,
  FailureBody,
  GameEvent,
  Invitation,
  InvitationList,
  Keys,
  NewGame,
  NewKey,
  Notes,
  Publication,
  ReasonView,
  Seat,
  Side,
  WatchedList,
} from "@entourage/rules";

/** The server could not be reached or was temporarily unavailable. */
export class Unreachable extends Error {}

/** A rate limit was hit; has the server's message and when to retry. */
export class RateLimited extends Unreachable {
  /** Milliseconds. */
  readonly wait: number;

  constructor(message: string, wait: number) {
    super(message);
    this.wait = wait;
  }
}

/** The server rejected the request. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly reasons: ReasonView[];
  /** The game's current state, if the server sent it. */
  readonly state: GameState | null;
  /** The current notes, if the server sent them. */
  readonly newer: Notes | null;

  constructor(status: number, { code, message, reasons, text, version }: Failure, state: GameState | null) {
    super(message);
    this.status = status;
    this.code = code;
    this.reasons = reasons ?? [];
    this.state = state;
    this.newer = text === undefined || version === undefined ? null : { text, version };
  }
}

/** Returns the server's message, or a fallback. */
export const messageOf = (thrown: unknown, otherwise: string): string =>
  thrown instanceof Refused || thrown instanceof RateLimited ? thrown.message : otherwise;

// Request timeout in milliseconds; a hanging connection counts as none.
const PATIENCE = 10_000;

/** Sends a request, optionally authorised by a key; throws [`Unreachable`] or [`Refused`]. Answers are parsed as JSON by default. */
export async function call<T>(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  locale: Locale,
  id: string | null,
  body?: unknown,
  patience = PATIENCE,
  read: (response: Response) => Promise<unknown> = (response) => response.json(),
): Promise<T> {
  const headers: Record<string, string> = { "Accept-Language": locale.language, Accept: "application/json" };
  if (id !== null) headers["Authorization"] = `Bearer ${id}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  // Error messages name squares in the user's notation.
  const address = method === "POST" && locale.notation === "courier" ? `${path}?squares=courier` : path;
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(address, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      cache: "no-store",
      signal: AbortSignal.timeout(patience),
    });
    answer = response.ok ? await read(response) : await response.json();
  } catch (thrown) {
    throw new Unreachable(String(thrown));
  }
  if (response.ok) return answer as T;
  // A proxy may have answered instead of the server.
  const { error, state } = (answer ?? {}) as Partial<FailureBody>;
  if (error?.code === "limited") throw new RateLimited(error.message, 1000 * Number(response.headers.get("Retry-After") ?? 1));
  // Retrying at once would not help with these.
  const final = error?.code === "full" || error?.code === "invitations";
  if (!error || (!final && (response.status >= 500 || response.status === 429))) throw new Unreachable(error?.message ?? response.statusText);
  throw new Refused(response.status, error, state ?? null);
}

/** A new game: this device's key, and keys for others if each side has its own. */
export interface Created {
  id: string;
  links: Links | null;
  state: GameState;
}

/** Creates a game and returns its secret keys, which cannot be requested again. */
export async function createGame(game: NewGame, locale: Locale): Promise<Created> {
  const answer = await call<Keys & { state: GameState }>("POST", "/api/games", locale, null, game);
  if ("id" in answer) return { id: answer.id, links: null, state: answer.state };
  const { sides, watch } = answer.keys;
  const [own, friend] = game.seats?.host === 2 ? [sides[1], sides[0]] : sides;
  return { id: own ?? "", links: { friend, watch, open: game.seats?.open === true }, state: answer.state };
}

/** Reads a game, or creates it if it was created offline; a rejection of its creation is temporary. */
export async function bringGame(id: string, unborn: NewGame | undefined, locale: Locale): Promise<GameState> {
  if (!unborn) return readGame(id, locale);
  try {
    return (await createGame(unborn, locale)).state;
  } catch (thrown) {
    throw thrown instanceof Refused ? new RateLimited(thrown.message, 60_000) : thrown;
  }
}

/** Lists a page of public invitations: the first, or the one after a game. */
export function readInvitations(locale: Locale, after?: string): Promise<InvitationList> {
  const query = after === undefined ? "" : `?after=${encodeURIComponent(after)}`;
  return call("GET", `/api/invitations${query}`, locale, null);
}

/** Lists a page of live public games: the first, or the one after a game. */
export function readWatched(locale: Locale, after?: string): Promise<WatchedList> {
  const query = after === undefined ? "" : `?after=${encodeURIComponent(after)}`;
  return call("GET", `/api/watched${query}`, locale, null);
}

/** Joins a game with a new key; repeating it with the same key is harmless. */
export function takeInvitation({ game, side }: Invitation, key: string, locale: Locale): Promise<GameState> {
  return call("POST", "/api/invitations/take", locale, null, { game, side, key });
}

/** Replaces the key of a seat, which is possible only before the game has begun. */
export async function renewKey(id: string, seat: Seat, locale: Locale): Promise<string> {
  const { key } = await call<NewKey>("POST", "/api/game/keys", locale, id, { seat });
  return key;
}

export function readGame(id: string, locale: Locale): Promise<GameState> {
  return call("GET", "/api/game", locale, id);
}

/** Reads a public game by its name. */
export function readPublished(name: string, locale: Locale): Promise<GameState> {
  return call("GET", `/api/published?game=${encodeURIComponent(name)}`, locale, null);
}

/** Returns the public name of a game, or `null` if it is private. */
export async function readPublication(id: string, locale: Locale): Promise<string | null> {
  return (await call<Publication>("GET", "/api/game/publication", locale, id)).public;
}

/** Makes a game public or private; returns its public name. */
export async function publish(id: string, shown: boolean, locale: Locale): Promise<string | null> {
  return (await call<Publication>("POST", "/api/game/publication", locale, id, { public: shown })).public;
}

/** Returns the key to the rematch of a game. */
export async function nextKey(id: string, locale: Locale): Promise<string> {
  const { key } = await call<NewKey>("POST", "/api/game/next", locale, id);
  return key;
}

/** Sends the event after the first `seq`; sending a move twice is harmless. */
export async function sendEvent(id: string, seq: number, event: GameEvent, locale: Locale): Promise<void> {
  switch (event.type) {
    case "move":
      await call("POST", "/api/game/moves", locale, id, { seq, move: event.move });
      return;
    case "turn":
      await call("POST", "/api/game/turn", locale, id, { seq, turn: event.turn });
      return;
    case "protest":
      await call("POST", "/api/game/protest", locale, id, { seq, side: event.side });
      return;
    case "takeback":
      await call("POST", "/api/game/takeback", locale, id, { seq, plies: event.plies });
      return;
    case "resign":
      await call("POST", "/api/game/resign", locale, id, { seq, side: event.side });
      return;
    case "setup":
      await commitSetup(id, event.side, event.setup, event.salt ?? null, locale);
      return;
    case "offer":
      await call("POST", "/api/game/offer", locale, id, { seq, side: event.side, offer: event.offer });
      return;
    case "decline":
    case "abort":
    case "stay":
    case "give":
      await call("POST", `/api/game/${event.type}`, locale, id, { seq, side: event.side });
      return;
    case "vacation":
      await call("POST", "/api/game/vacation", locale, id, { seq, side: event.side, days: event.days });
      return;
    case "announce":
      await call("POST", "/api/game/announce", locale, id, { seq, side: event.side, days: event.days, from: event.from });
      return;
    case "flag":
    case "lapse":
    case "absent":
      // Only the server creates this event.
      return;
    case "draw":
    case "rematch":
    case "pause":
    case "resume":
      await call("POST", `/api/game/${event.type}`, locale, id, { seq });
  }
}

/** Commits a side's setup, hidden by a salt until both have chosen; sending the same twice is harmless. */
export async function commitSetup(id: string, side: Side, setup: string, salt: string | null, locale: Locale): Promise<void> {
  await call("POST", "/api/game/setup", locale, id, salt === null ? { side, setup } : { side, setup, salt });
}
