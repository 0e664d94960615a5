import { liveAddress } from "../api/tournaments";
import { backoff } from "../api/outbox";
import type { OwnTournament, PairingRow, StandingRow, TournamentHead, TournamentNews, TournamentPage } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";

/** Timeout of a silent connection, in milliseconds: the server sends something every six seconds. */
const SILENCE = 15_000;

/** The pages that are shown, numbered from 0. */
interface View {
  standings: number;
  /** The round of the pairings; undefined for the latest. */
  round?: number | undefined;
  pairings: number;
}

const FIRST: View = { standings: 0, pairings: 0 };

/** The live state of a tournament. */
export class Watched {
  head = $state.raw<TournamentHead | null>(null);
  standings = $state.raw<TournamentPage<StandingRow> | null>(null);
  pairings = $state.raw<TournamentPage<PairingRow> | null>(null);
  /** The round of the pairings; 0 in an arena. */
  round = $state(0);
  own = $state.raw<OwnTournament | null>(null);
  /** The user's row of the standings, and the page that contains it. */
  place = $state.raw<{ row: StandingRow; page: number } | null>(null);
  /** The server's error message. */
  problem = $state("");

  readonly #tournament: string;
  #socket: WebSocket | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #view: View = FIRST;
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
    // The server begins with the first pages of the latest round.
    socket.onopen = () => this.#view !== FIRST && this.show({});
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

  /** Shows other pages. */
  show(view: Partial<View>): void {
    this.#view = { ...this.#view, ...view };
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(this.#view));
  }

  #hear(news: TournamentNews): void {
    switch (news.type) {
      case "head":
        [this.head, this.problem, this.#failures] = [news.head, "", 0];
        return;
      case "standings":
        this.standings = news.standings;
        return;
      case "pairings":
        [this.round, this.pairings] = [news.round, news.pairings];
        return;
      case "own": {
        const before = this.own;
        [this.own, this.place] = [news.own, news.row === null || news.page === null ? null : { row: news.row, page: news.page }];
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
