import { drawKey } from "../api/key";
import { recallMute, rememberMute, watchMute } from "../api/library";
import { backoff } from "../api/outbox";
import { Unreachable } from "../api/server";
import { sendChatMessage } from "../api/chat";
import type { Remark } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";

type Unsent = Pick<Remark, "token" | "text">;

/** The chat of a game: received in order, with the user's messages stored on the device until the server has them. */
export class Chat {
  remarks = $state.raw<readonly Remark[]>([]);
  /** Messages sent here and not yet confirmed. */
  unsent = $state.raw<readonly Unsent[]>([]);
  /** Why the last message was rejected. */
  problem = $state("");
  /** Whether the opponent's messages are hidden and not counted. */
  muted = $state(false);
  /** The number of messages seen here. */
  #seen = $state(0);
  #id: string;
  #key: string;
  #sent = new Set<string>();
  /** Rejected messages. */
  #refused = new Set<string>();
  #busy = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unwatch: () => void;

  constructor(id: string) {
    this.#id = id;
    this.muted = recallMute(id);
    this.#unwatch = watchMute(id, (muted) => (this.muted = muted));
    this.#key = `entourage.chat.${id}`;
    this.#join();
  }

  /** Loads what this device stores: the messages seen, and unsent ones of closed tabs. */
  #join(): void {
    try {
      const { seen, unsent } = JSON.parse(localStorage.getItem(this.#key) ?? "{}") as { seen?: number; unsent?: Unsent[] };
      this.#seen = Math.max(this.#seen, seen ?? 0);
      const known = new Set([...this.#refused, ...[...this.remarks, ...this.unsent].map(({ token }) => token)]);
      const others = Array.isArray(unsent) ? unsent.filter(({ token }) => !known.has(token)) : [];
      if (others.length > 0) this.unsent = [...others, ...this.unsent];
    } catch {
      // Without storage everything counts as new.
    }
  }

  /** Lists the visible messages: all, or only the user's own if the opponent is muted. */
  shown(own: number | null): readonly Remark[] {
    return this.muted ? this.remarks.filter((remark) => remark.side === own) : this.remarks;
  }

  /** Mutes or unmutes the opponent, who is not notified. */
  mute(muted: boolean): void {
    this.muted = muted;
    rememberMute(this.#id, muted);
  }

  /** Counts the opponent's unread messages; 0 if muted. */
  unread(own: number | null): number {
    return this.muted ? 0 : this.remarks.slice(this.#seen).filter((remark) => remark.side !== own && remark.text !== "").length;
  }

  /** Adds messages from an index on; known ones are not repeated, but may have been deleted. */
  hear(from: number, remarks: readonly Remark[]): void {
    if (from > this.remarks.length) return;
    const heard = new Set(remarks.map((remark) => remark.token));
    this.remarks = [...this.remarks.slice(0, from), ...remarks, ...this.remarks.slice(from + remarks.length)];
    this.unsent = this.unsent.filter((remark) => !heard.has(remark.token));
    this.#keep();
    void this.flush();
  }

  /** Marks all messages as seen. */
  see(): void {
    if (this.#seen >= this.remarks.length) return;
    this.#seen = this.remarks.length;
    this.#keep();
  }

  say(text: string): void {
    this.problem = "";
    this.unsent = [...this.unsent, { token: drawKey(), text }];
    this.#keep();
    void this.flush();
  }

  /** Sends unsent messages and retries until the server has them. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    const next = this.unsent.find((remark) => !this.#sent.has(remark.token));
    if (this.#busy || !next) return;
    this.#busy = true;
    try {
      await sendChatMessage(this.#id, next.token, next.text, settings);
      this.#sent.add(next.token);
      this.#failures = 0;
    } catch (thrown) {
      if (thrown instanceof Unreachable) {
        this.#timer = setTimeout(() => void this.flush(), backoff(++this.#failures));
        return;
      }
      this.#refused.add(next.token);
      this.unsent = this.unsent.filter((remark) => remark !== next);
      this.problem = thrown instanceof Error ? thrown.message : String(thrown);
      this.#keep();
    } finally {
      this.#busy = false;
    }
    void this.flush();
  }

  close(): void {
    this.#unwatch();
    clearTimeout(this.#timer);
    // A closed page sends nothing more.
    this.#busy = true;
  }

  #keep(): void {
    this.#join();
    try {
      localStorage.setItem(this.#key, JSON.stringify({ seen: this.#seen, unsent: this.unsent }));
    } catch {
      // Without storage they last as long as the page.
    }
  }
}
