import { backoff } from "./outbox";
import type { ChatLine } from "./talk";
import type { ClockState, GameEvent, GameState, LanguageCode } from "./types";

/** How one comes to a game: with a key to it, or by the name of one that is shown to everybody. */
export type Door = { key: string } | { public: string };

/** Who follows a game just now. */
export interface Here {
  sides: [boolean, boolean];
  watchers: number;
}

type News =
  | { type: "state"; state: GameState }
  | { type: "events"; from: number; events: GameEvent[]; status: string; clock?: ClockState }
  | { type: "clock"; clock: ClockState }
  | { type: "chat"; from: number; lines: ChatLine[] }
  | ({ type: "here" } & Here)
  | { type: "error"; error: { code: string; message: string } };

/** Hears what goes on in a game. */
export interface Listener {
  /** Returns the number of events known, or `null` where the game is not known at all. */
  known(): number | null;
  state(state: GameState): void;
  events(from: number, events: GameEvent[], status: string, clock: ClockState | null): void;
  /** Hears the clocks where they changed without an event. */
  clock(clock: ClockState): void;
  /** Returns the number of lines known of what the players say, or `null` where this device is not to hear them. */
  chatted(): number | null;
  chat(from: number, lines: ChatLine[]): void;
  /** Hears who is here; `null` while nobody can tell. */
  here(here: Here | null): void;
  /** The connection broke; it is made again by itself. */
  lost(): void;
}

/** Follows a game over a WebSocket, and resumes after what is known when the connection breaks. */
export class Live {
  #door: Door;
  #language: () => LanguageCode;
  #listener: Listener;
  #socket: WebSocket | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(door: Door, language: () => LanguageCode, listener: Listener) {
    this.#door = door;
    this.#language = language;
    this.#listener = listener;
  }

  /** Connects, unless it is connected or being so. */
  open(): void {
    if (this.#closed || this.#socket) return;
    clearTimeout(this.#timer);
    const address = new URL(`/api/live?lang=${this.#language()}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.hash = "";
    const socket = new WebSocket(address);
    this.#socket = socket;
    // The key travels in a message: an address reaches logs.
    socket.onopen = () => {
      // What is undefined is not sent.
      const after = this.#listener.known() ?? undefined;
      const chat = this.#listener.chatted() ?? undefined;
      socket.send(JSON.stringify({ ...this.#door, after, chat }));
    };
    socket.onmessage = (message) => this.#hear(String(message.data));
    socket.onclose = () => this.#lose(socket);
  }

  /** Disconnects for good. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#socket = null;
  }

  #hear(text: string): void {
    if (this.#closed) return;
    const news = JSON.parse(text) as News;
    switch (news.type) {
      case "state":
        this.#listener.state(news.state);
        return;
      case "events":
        this.#listener.events(news.from, news.events, news.status, news.clock ?? null);
        return;
      case "clock":
        this.#listener.clock(news.clock);
        return;
      case "chat":
        this.#listener.chat(news.from, news.lines);
        return;
      case "here":
        // Whoever is told this has been told everything else.
        this.#failures = 0;
        this.#listener.here({ sides: news.sides, watchers: news.watchers });
        return;
      case "error":
        // A key that opens nothing will not open anything later.
        if (news.error.code === "no-game") {
          this.close();
          this.#listener.here(null);
          this.#listener.lost();
        }
    }
  }

  #lose(socket: WebSocket): void {
    if (this.#closed || this.#socket !== socket) return;
    this.#socket = null;
    this.#listener.here(null);
    this.#listener.lost();
    clearTimeout(this.#timer);
    // Not all at the same instant after a restart.
    this.#timer = setTimeout(() => this.open(), backoff(++this.#failures) * (0.75 + Math.random() / 2));
  }
}
