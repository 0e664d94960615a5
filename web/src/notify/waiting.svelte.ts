import { untrack } from "svelte";

/** Keys of the games on this page that wait for the user's move. */
class Waiting {
  #games = $state.raw<ReadonlySet<string>>(new Set());

  /** Updates whether a game waits. */
  note(id: string, waits: boolean): void {
    // The caller's effect must not depend on this state.
    const before = untrack(() => this.#games);
    if (before.has(id) === waits) return;
    const games = new Set(before);
    if (waits) games.add(id);
    else games.delete(id);
    this.#games = games;
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon) icon.href = games.size > 0 ? "/icon-turn.svg" : "/icon.svg";
  }

  /** A prefix of the page's title while a game waits. */
  get sign(): string {
    return this.#games.size > 0 ? "● " : "";
  }
}

export const waiting = new Waiting();
