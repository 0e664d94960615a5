import { gameAddress } from "../addresses";
import { drawKey } from "../api/key";
import { remember } from "../api/library";
import { takeSeek, wish, withdraw } from "../api/lobby";
import { backoff } from "../api/outbox";
import { readGame } from "../api/server";
import type { LobbyNews, Seek, Wish } from "@entourage/rules";
import { callBack } from "../notify/callBack";
import { settings } from "../settings/settings.svelte";
import { keep, kept, type Waiting } from "./waiting";
import { lobbyWords } from "./words";

/** Timeout of a silent connection, in milliseconds: the server sends something every six seconds. */
const SILENCE = 15_000;

/** Lifetime of a seek that ends with its author's visit, in milliseconds. */
const LONGEST = 15 * 60_000;

/** The open lobby: seeks of other players and of this device. */
export class Lobby {
  seeks = $state.raw<Seek[]>([]);
  /** Whether there are more seeks than those listed. */
  more = $state(false);
  challenges = $state.raw<Seek[]>([]);
  /** The seeks of this device. */
  waiting = $state.raw<Waiting[]>(kept());
  /** Whether the lobby is connected. */
  heard = $state(false);

  #socket: WebSocket | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  // Keys of requests, so that a repeated request uses the same one.
  #keys = new Map<string, string>();

  /** Connects, and reconnects whenever the connection breaks. */
  open(): void {
    if (this.#closed || this.#socket) return;
    const address = new URL(`/api/lobby?lang=${settings.language}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.hash = "";
    const socket = new WebSocket(address);
    this.#socket = socket;
    const listen = () => {
      clearTimeout(this.#silence);
      this.#silence = setTimeout(() => socket.close(), SILENCE);
    };
    listen();
    socket.onopen = () => this.#hold();
    socket.onmessage = (message) => {
      listen();
      this.#hear(JSON.parse(String(message.data)) as LobbyNews);
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      [this.#socket, this.heard] = [null, false];
      clearTimeout(this.#silence);
      // Seeks that end with the visit have ended.
      this.#keep(this.waiting.filter((one) => one.lasts));
      if (!this.#closed) this.#timer = setTimeout(() => this.open(), backoff(this.#failures++));
    };
  }

  /** Leaves the lobby; seeks that end with the visit are withdrawn. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    this.#socket?.close();
  }

  /** Creates a seek; opens the board at once if an opponent is waiting. */
  async wish(wanted: Omit<Wish, "key">): Promise<void> {
    const key = drawKey();
    const { seek, state } = await wish({ ...wanted, key }, settings);
    if (state) {
      this.#begin(key, state);
      return;
    }
    const pace = wanted.pace ?? "unlimited";
    const one = { seek, key, spec: wanted.spec, pace, lasts: pace.startsWith("correspondence"), opponent: wanted.opponent ?? null, since: Date.now() };
    this.#keep([one, ...this.waiting]);
    this.#hold();
  }

  /** Accepts a seek or challenge and opens the board. */
  async take(one: Seek): Promise<void> {
    const key = this.#keys.get(one.seek) ?? drawKey();
    this.#keys.set(one.seek, key);
    this.#begin(key, await takeSeek(one, key, settings));
  }

  /** Withdraws a seek or declines a challenge. */
  async withdraw(seek: string): Promise<void> {
    const own = this.waiting.find((one) => one.seek === seek);
    this.#keep(this.waiting.filter((one) => one.seek !== seek));
    this.#hold();
    await withdraw(seek, own?.key ?? null, settings);
  }

  /** Returns whether a seek was created on this device. */
  isOwn(seek: string): boolean {
    return this.waiting.some((one) => one.seek === seek);
  }

  #begin(key: string, state: Parameters<typeof remember>[1]["state"]): void {
    remember(key, { state, pending: [] });
    location.hash = gameAddress(key);
  }

  #keep(waiting: Waiting[]): void {
    this.waiting = waiting;
    keep(waiting);
  }

  /** Sends to the server which seeks belong to this device. */
  #hold(): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ hold: this.waiting.slice(0, 10).map((one) => one.key) }));
  }

  #hear(news: LobbyNews): void {
    switch (news.type) {
      case "seeks":
      case "changes": {
        const kept = news.type === "seeks" ? [] : this.seeks.filter(({ seek }) => !news.gone.includes(seek) && !news.seeks.some((one) => one.seek === seek));
        const seeks = [...news.seeks, ...kept].sort((one, other) => other.since - one.since || (one.seek < other.seek ? -1 : 1));
        [this.seeks, this.more, this.heard, this.#failures] = [seeks, news.more, true, 0];
        if (this.waiting.some((one) => this.#isOver(one))) this.#keep(this.waiting.filter((one) => !this.#isOver(one)));
        return;
      }
      case "challenges":
        this.challenges = news.challenges;
        return;
      case "taken":
        void this.#met(news.seek);
        return;
    }
  }

  /** Returns whether a seek has expired. */
  #isOver({ seek, lasts, since }: Waiting): boolean {
    return !lasts && Date.now() - since > LONGEST && !this.seeks.some((one) => one.seek === seek);
  }

  /** Opens the board of a seek that was accepted. */
  async #met(seek: string): Promise<void> {
    const own = this.waiting.find((one) => one.seek === seek);
    if (!own) return;
    try {
      const state = await readGame(own.key, settings);
      this.#keep(this.waiting.filter((one) => one.seek !== seek));
      this.#begin(own.key, state);
      callBack(lobbyWords().met);
    } catch {
      // The server cannot be reached; it repeats this message on reconnection.
      this.#socket?.close();
    }
  }
}
