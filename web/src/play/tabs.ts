/**
 * Which of this browser's tabs at one game lets the computer move: the one that was opened, looked at or played in last.
 *
 * Where that one is closed, another takes over. Browsers tell tabs apart only on pages that came encrypted or from the
 * device itself; elsewhere every tab leads, and the others follow whichever is the first to move.
 */
export class Lead {
  #name: string;
  #onchange: (leads: boolean) => void;
  #leads = false;
  /** Whether it is being taken from another tab. */
  #taking = false;
  #closed = false;
  /** Gives up what is held or waited for. */
  #leave: () => void = () => undefined;

  constructor(game: string, onchange: (leads: boolean) => void) {
    this.#name = `entourage.lead.${game}`;
    this.#onchange = onchange;
  }

  /** Takes the lead from whichever tab has it. */
  take(): void {
    if (!this.#leads && !this.#taking) this.#ask(true);
  }

  /** Waits until no tab has it. */
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
    // What is taken comes at once; what is waited for may be given up.
    navigator.locks.request(this.#name, steal ? { steal } : { signal: waiting.signal }, lead).catch(() => {
      if (left) return;
      // Another tab has taken it.
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
