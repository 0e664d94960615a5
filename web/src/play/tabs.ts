/**
 * Elects the tab that plays the computer's moves: the one opened, viewed or played in last; when it closes, another takes over. Web Locks need a
 * secure context; elsewhere every tab leads, and the others follow the first to move.
 */
export class Lead {
  #name: string;
  #onchange: (leads: boolean) => void;
  #leads = false;
  /** Whether the lead is being taken from another tab. */
  #taking = false;
  #closed = false;
  /** Releases or stops waiting for the lead. */
  #leave: () => void = () => undefined;

  constructor(game: string, onchange: (leads: boolean) => void) {
    this.#name = `entourage.lead.${game}`;
    this.#onchange = onchange;
  }

  /** Takes the lead from any tab. */
  take(): void {
    if (!this.#leads && !this.#taking) this.#ask(true);
  }

  /** Waits until no tab has the lead. */
  wait(): void {
    if (!this.#leads && !this.#taking) this.#ask(false);
  }

  close(): void {
    this.#closed = true;
    this.#leave();
  }

  #ask(steal: boolean): void {
    if (this.#closed) return;
    if (!("locks" in navigator)) {
      this.#turn(true);
      return;
    }
    this.#leave();
    this.#taking = steal;
    let left = false;
    let release: () => void = () => undefined;
    const waiting = new AbortController();
    this.#leave = () => {
      left = true;
      waiting.abort();
      release();
    };
    const lead = () => {
      this.#taking = false;
      if (left) return;
      this.#turn(true);
      return new Promise<void>((resolve) => (release = resolve));
    };
    // Stealing a lock succeeds at once; waiting can be aborted.
    navigator.locks.request(this.#name, steal ? { steal } : { signal: waiting.signal }, lead).catch(() => {
      if (left) return;
      // Another tab has taken the lead.
      this.#taking = false;
      this.#turn(false);
      this.#ask(false);
    });
  }

  #turn(leads: boolean): void {
    if (this.#leads === leads) return;
    this.#leads = leads;
    this.#onchange(leads);
  }
}
