import { backoff } from "./outbox";
import type { GameState } from "./state";
import type { Remark, ClockState, GameEvent, LanguageCode, News, Rating } from "@entourage/rules";

/** Access to a game: a key, or the name of a public game. */
export type Door = { key: string } | { public: string };

/** Who is connected to a game. */
export type Here = Omit<Extract<News, { type: "here" }>, "type">;

/** Receives the events of a game. */
export interface Listener {
  /** Returns the number of known events, or `null` if the game is not known yet. */
  known(): number | null;
  state(state: GameState): void;
  events(from: number, events: GameEvent[], status: string, clock: ClockState | null): void;
  /** Receives clocks that changed without an event. */
  clock(clock: ClockState): void;
  /** Returns the number of known chat messages, or `null` if this device must not receive them. */
  chatted(): number | null;
  chat(from: number, remarks: Remark[]): void;
  /** Receives which sides have asked to delete the game. */
  wishes(wishes: [boolean, boolean]): void;
  /** Receives changed player names, and whether they are bots. */
  names(names: [string | null, string | null], bots: [boolean, boolean]): void;
  /** Receives the players' ratings, which change when a player joins and after the game. */
  ratings(ratings: [Rating | null, Rating | null]): void;
  /** Receives who is connected; `null` while unknown. */
  here(here: Here | null): void;
  /** The connection was lost; it is restored automatically. */
  lost(): void;
}

/** Timeout of a silent connection, in milliseconds: the server sends something every six seconds. */
export const SILENCE = 15_000;
/** Silence after which the connection is replaced when the user returns to the page. */
const STALE = 8_000;

/** Follows a game over a WebSocket and resumes after the last known event when the connection breaks. */
export class Live {
  #door: Door;
  #language: () => LanguageCode;
  #listener: Listener;
  #socket: WebSocket | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Timer that drops a silent connection. */
  #watch: ReturnType<typeof setTimeout> | undefined;
  #heard = 0;
  #closed = false;
  /** Whether the page is visible. */
  #shown = true;

  constructor(door: Door, language: () => LanguageCode, listener: Listener) {
    this.#door = door;
    this.#language = language;
    this.#listener = listener;
  }

  /** Connects unless already connected or connecting. */
  open(): void {
    if (this.#closed || this.#socket) return;
    clearTimeout(this.#timer);
    const address = new URL(`/api/live?lang=${this.#language()}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.hash = "";
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#listen(socket);
    // The key is sent in a message, because URLs are logged.
    socket.onopen = () => {
      // `undefined` is not sent.
      const after = this.#listener.known() ?? undefined;
      const chat = this.#listener.chatted() ?? undefined;
      socket.send(JSON.stringify({ ...this.#door, after, chat }));
      if (!this.#shown) this.show(false);
    };
    socket.onmessage = (message) => {
      this.#listen(socket);
      this.#hear(String(message.data));
    };
    socket.onclose = () => this.#lose(socket);
  }

  /** Sends whether the page is visible: players are notified of their turn elsewhere while it is not. */
  show(shown: boolean): void {
    this.#shown = shown;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ shown }));
  }

  /** Reconnects unless the server was heard recently: the device may have slept or changed networks. */
  wake(): void {
    if (this.#closed) return;
    if (this.#socket && performance.now() - this.#heard > STALE) this.#giveUp(this.#socket);
    // Reconnect at once for a returning user.
    if (!this.#socket) this.open();
  }

  /** Restarts the silence timeout. */
  #listen(socket: WebSocket): void {
    this.#heard = performance.now();
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#giveUp(socket), SILENCE);
  }

  /** Drops a connection that may be dead: closing it properly can take minutes. */
  #giveUp(socket: WebSocket): void {
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#lose(socket);
  }

  /** Disconnects permanently. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#watch);
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
      case "names":
        this.#listener.names(news.names, news.bots);
        return;
      case "ratings":
        this.#listener.ratings(news.ratings);
        return;
      case "wishes":
        this.#listener.wishes(news.wishes);
        return;
      case "here":
        // This message is the last of the initial ones.
        this.#failures = 0;
        this.#listener.here({ sides: news.sides, watchers: news.watchers });
        return;
      case "beat":
        return;
      case "error":
        // An invalid key will not become valid.
        if (news.error.code === "no-game" || news.error.code === "signed-out") {
          this.close();
          this.#listener.here(null);
          this.#listener.lost();
        }
    }
  }

  #lose(socket: WebSocket): void {
    if (this.#closed || this.#socket !== socket) return;
    this.#socket = null;
    clearTimeout(this.#watch);
    this.#listener.here(null);
    this.#listener.lost();
    clearTimeout(this.#timer);
    // Random delay, so that clients do not all reconnect at once after a restart.
    this.#timer = setTimeout(() => this.open(), backoff(++this.#failures) * (0.75 + Math.random() / 2));
  }
}
