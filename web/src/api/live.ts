import { backoff } from "./outbox";
import type { GameState } from "./state";
import type { Remark, ClockState, GameEvent, LanguageCode, News, Rating } from "@entourage/rules";

/** How one comes to a game: with a key to it, or by the name of one that is shown to everybody. */
export type Door = { key: string } | { public: string };

/** Who follows a game just now. */
export type Here = Omit<Extract<News, { type: "here" }>, "type">;

/** Hears what goes on in a game. */
export interface Listener {
  /** Returns the number of events known, or `null` where the game is not known at all. */
  known(): number | null;
  state(state: GameState): void;
  events(from: number, events: GameEvent[], status: string, clock: ClockState | null): void;
  /** Hears the clocks where they changed without an event. */
  clock(clock: ClockState): void;
  /** Returns the number of remarks known of what the players say, or `null` where this device is not to hear them. */
  chatted(): number | null;
  chat(from: number, remarks: Remark[]): void;
  /** Hears which sides wish the game deleted. */
  wishes(wishes: [boolean, boolean]): void;
  /** Those who play have other names, or one at all; programs may play under them. */
  names(names: [string | null, string | null], bots: [boolean, boolean]): void;
  /** How strong those are who play a rated game, which changes when somebody comes and when it has ended. */
  ratings(ratings: [Rating | null, Rating | null]): void;
  /** Hears who is here; `null` while nobody can tell. */
  here(here: Here | null): void;
  /** The connection broke; it is made again by itself. */
  lost(): void;
}

/** How long a connection may be silent: the server is heard every six seconds, whatever happens. */
export const SILENCE = 15_000;
/** How long it may have been silent when the person comes back to the page: it is made anew rather than trusted. */
const STALE = 8_000;

/** Follows a game over a WebSocket, and resumes after what is known when the connection breaks. */
export class Live {
  #door: Door;
  #language: () => LanguageCode;
  #listener: Listener;
  #socket: WebSocket | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Gives a connection up that has fallen silent. */
  #watch: ReturnType<typeof setTimeout> | undefined;
  #heard = 0;
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
    this.#listen(socket);
    // The key travels in a message: an address reaches logs.
    socket.onopen = () => {
      // What is undefined is not sent.
      const after = this.#listener.known() ?? undefined;
      const chat = this.#listener.chatted() ?? undefined;
      socket.send(JSON.stringify({ ...this.#door, after, chat }));
    };
    socket.onmessage = (message) => {
      this.#listen(socket);
      this.#hear(String(message.data));
    };
    socket.onclose = () => this.#lose(socket);
  }

  /** Connects anew unless the server was heard just now: the device may have slept, or changed its network. */
  wake(): void {
    if (this.#closed) return;
    if (this.#socket && performance.now() - this.#heard > STALE) this.#giveUp(this.#socket);
    // Whoever is back does not wait.
    if (!this.#socket) this.open();
  }

  /** Notes that the server was heard, and gives the connection up if it is not heard again. */
  #listen(socket: WebSocket): void {
    this.#heard = performance.now();
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#giveUp(socket), SILENCE);
  }

  /** Leaves a connection whose other end may be gone: closing it properly could take minutes. */
  #giveUp(socket: WebSocket): void {
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#lose(socket);
  }

  /** Disconnects for good. */
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
        // Whoever is told this has been told everything else.
        this.#failures = 0;
        this.#listener.here({ sides: news.sides, watchers: news.watchers });
        return;
      case "beat":
        return;
      case "error":
        // A key that opens nothing will not open anything later.
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
    // Not all at the same instant after a restart.
    this.#timer = setTimeout(() => this.open(), backoff(++this.#failures) * (0.75 + Math.random() / 2));
  }
}
