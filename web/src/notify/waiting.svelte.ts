import { untrack } from "svelte";

/** The games shown or listed on this page that wait for the person at this device, by their keys. */
class Waiting {
  #games = $state.raw<ReadonlySet<string>>(new Set());

  /** Notes whether a game waits. */
  note(id: string, waits: boolean): void {
    // Whoever notes something need not hear of it.
    const before = untrack(() => this.#games);
    if (before.has(id) === waits) return;
    const games = new Set(before);
    if (waits) games.add(id);
    else games.delete(id);
    this.#games = games;
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon) icon.href = games.size > 0 ? "/icon-turn.svg" : "/icon.svg";
  }

  /** Goes before the page's title while a game waits. */
  get sign(): string {
    return this.#games.size > 0 ? "● " : "";
  }
}

export const waiting = new Waiting();
