import { liveAddress } from "../api/tournaments";
import { backoff } from "../api/outbox";
import type { OwnTournament, TournamentNews, TournamentTable } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";

/** Timeout of a silent connection, in milliseconds: the server sends something every six seconds. */
const SILENCE = 15_000;

/** The live state of a tournament. */
export class Watched {
  table = $state.raw<TournamentTable | null>(null);
  own = $state.raw<OwnTournament | null>(null);
  /** The server's error message. */
  problem = $state("");

  readonly #tournament: string;
  #socket: WebSocket | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #met: (pass: string) => void;

  /** Watches a tournament by name; `met` is called with the key of the user's next game when it begins. */
  constructor(tournament: string, met: (pass: string) => void) {
    this.#tournament = tournament;
    this.#met = met;
  }

  /** Connects, and reconnects whenever the connection breaks. */
  open(): void {
    if (this.#closed) return;
    const address = new URL(`${liveAddress(this.#tournament)}?lang=${settings.language}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.hash = "";
    const socket = new WebSocket(address);
    this.#socket = socket;
    const listen = () => {
      clearTimeout(this.#silence);
      this.#silence = setTimeout(() => socket.close(), SILENCE);
    };
    listen();
    socket.onmessage = (message) => {
      listen();
      this.#hear(JSON.parse(String(message.data)) as TournamentNews);
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      clearTimeout(this.#silence);
      if (!this.#closed) this.#timer = setTimeout(() => this.open(), backoff(this.#failures++));
    };
  }

  /** Stops watching. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    this.#socket?.close();
  }

  #hear(news: TournamentNews): void {
    switch (news.type) {
      case "table":
        [this.table, this.problem, this.#failures] = [news.table, "", 0];
        return;
      case "own": {
        const before = this.own;
        this.own = news.own;
        // A user who was here when the game began is taken to it; one who arrives later decides.
        if (before && news.own.game !== null && news.own.game !== before.game) this.#met(news.own.game);
        return;
      }
      case "error":
        this.problem = news.error.message;
        return;
    }
  }
}
