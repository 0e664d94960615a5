import { drawKey } from "../api/key";
import { backoff } from "../api/outbox";
import { Away } from "../api/server";
import { sayLine, type ChatLine } from "../api/talk";
import { settings } from "../settings/settings.svelte";

type Unsent = Pick<ChatLine, "token" | "text">;

/** What two players say to each other in a game: heard in order, and kept on the device until the server has it. */
export class Chat {
  lines = $state.raw<readonly ChatLine[]>([]);
  /** Lines said here and not heard back yet. */
  unsent = $state.raw<readonly Unsent[]>([]);
  /** Why the last line was not taken, in a sentence. */
  problem = $state("");
  /** The number of lines seen here. */
  #seen = $state(0);
  #id: string;
  #key: string;
  #sent = new Set<string>();
  #busy = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string) {
    this.#id = id;
    this.#key = `entourage.chat.${id}`;
    try {
      const kept = JSON.parse(localStorage.getItem(this.#key) ?? "{}") as { seen?: number; unsent?: Unsent[] };
      this.#seen = kept.seen ?? 0;
      this.unsent = Array.isArray(kept.unsent) ? kept.unsent : [];
    } catch {
      // Without storage everything counts as new.
    }
  }

  /** Counts the other's lines that were not seen here. */
  unread(own: number | null): number {
    return this.lines.slice(this.#seen).filter((line) => line.side !== own).length;
  }

  /** Takes in lines from that of a number on; those known already are not repeated. */
  hear(from: number, lines: readonly ChatLine[]): void {
    if (from > this.lines.length) return;
    const news = lines.slice(this.lines.length - from);
    const heard = new Set(news.map((line) => line.token));
    this.lines = [...this.lines, ...news];
    this.unsent = this.unsent.filter((line) => !heard.has(line.token));
    this.#keep();
  }

  /** Notes that everything heard is seen. */
  see(): void {
    if (this.#seen === this.lines.length) return;
    this.#seen = this.lines.length;
    this.#keep();
  }

  say(text: string): void {
    this.problem = "";
    this.unsent = [...this.unsent, { token: drawKey(), text }];
    this.#keep();
    void this.flush();
  }

  /** Sends what the server has not heard, and tries again until it has. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    const next = this.unsent.find((line) => !this.#sent.has(line.token));
    if (this.#busy || !next) return;
    this.#busy = true;
    try {
      await sayLine(this.#id, next.token, next.text, settings.language);
      this.#sent.add(next.token);
      this.#failures = 0;
    } catch (thrown) {
      if (thrown instanceof Away) {
        this.#timer = setTimeout(() => void this.flush(), backoff(++this.#failures));
        return;
      }
      this.unsent = this.unsent.filter((line) => line !== next);
      this.problem = thrown instanceof Error ? thrown.message : String(thrown);
      this.#keep();
    } finally {
      this.#busy = false;
    }
    void this.flush();
  }

  close(): void {
    clearTimeout(this.#timer);
    // Whoever closes the page says nothing more from it.
    this.#busy = true;
  }

  #keep(): void {
    try {
      localStorage.setItem(this.#key, JSON.stringify({ seen: this.#seen, unsent: this.unsent }));
    } catch {
      // Without storage it lasts as long as the page.
    }
  }
}
