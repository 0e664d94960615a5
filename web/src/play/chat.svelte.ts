import { drawKey } from "../api/key";
import { recallMute, rememberMute, watchMute } from "../api/library";
import { backoff } from "../api/outbox";
import { Away } from "../api/server";
import { sayRemark } from "../api/chat";
import type { Remark } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";

type Unsent = Pick<Remark, "token" | "text">;

/** What two players say to each other in a game: heard in order, and kept on the device until the server has it. */
export class Chat {
  remarks = $state.raw<readonly Remark[]>([]);
  /** Lines said here and not heard back yet. */
  unsent = $state.raw<readonly Unsent[]>([]);
  /** Why the last remark was not taken, in a sentence. */
  problem = $state("");
  /** Whether what the other writes is hidden here: it is neither shown nor counted. */
  muted = $state(false);
  /** The number of remarks seen here. */
  #seen = $state(0);
  #id: string;
  #key: string;
  #sent = new Set<string>();
  /** What the server did not take. */
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

  /** Takes in what this device keeps: what was seen here, and what another tab said and may have been closed upon. */
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

  /** Lists what is shown to who plays a side: all that was said, or only their own words. */
  shown(own: number | null): readonly Remark[] {
    return this.muted ? this.remarks.filter((remark) => remark.side === own) : this.remarks;
  }

  /** Hides what the other writes, or shows it again; the other is not told. */
  mute(muted: boolean): void {
    this.muted = muted;
    rememberMute(this.#id, muted);
  }

  /** Counts the other's remarks that were not seen here; none where they are hidden. */
  unread(own: number | null): number {
    return this.muted ? 0 : this.remarks.slice(this.#seen).filter((remark) => remark.side !== own && remark.text !== "").length;
  }

  /** Takes in remarks from that of a number on; those known already are not repeated, but may have been taken back. */
  hear(from: number, remarks: readonly Remark[]): void {
    if (from > this.remarks.length) return;
    const heard = new Set(remarks.map((remark) => remark.token));
    this.remarks = [...this.remarks.slice(0, from), ...remarks, ...this.remarks.slice(from + remarks.length)];
    this.unsent = this.unsent.filter((remark) => !heard.has(remark.token));
    this.#keep();
    void this.flush();
  }

  /** Notes that everything heard is seen. */
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

  /** Sends what the server has not heard, and tries again until it has. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    const next = this.unsent.find((remark) => !this.#sent.has(remark.token));
    if (this.#busy || !next) return;
    this.#busy = true;
    try {
      await sayRemark(this.#id, next.token, next.text, settings);
      this.#sent.add(next.token);
      this.#failures = 0;
    } catch (thrown) {
      if (thrown instanceof Away) {
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
    // Whoever closes the page says nothing more from it.
    this.#busy = true;
  }

  #keep(): void {
    this.#join();
    try {
      localStorage.setItem(this.#key, JSON.stringify({ seen: this.#seen, unsent: this.unsent }));
    } catch {
      // Without storage it lasts as long as the page.
    }
  }
}
