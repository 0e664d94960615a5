const KEY = "entourage.lessons";

/** Reads what is kept of lessons that are done: names by game. */
function kept(): Record<string, string[]> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof value !== "object" || value === null) return {};
    const names = (list: unknown) => (Array.isArray(list) ? list.filter((name) => typeof name === "string") : []);
    return Object.fromEntries(Object.entries(value).map(([game, list]) => [game, names(list)]));
  } catch {
    return {};
  }
}

/** Remembers on this device which lessons are done. */
class Progress {
  #done = $state.raw(kept());

  /** Tells whether a lesson of a game is done. */
  isDone(game: string, name: string): boolean {
    return this.#done[game]?.includes(name) ?? false;
  }

  /** Counts those of these lessons that are done. */
  count(game: string, names: readonly string[]): number {
    return names.filter((name) => this.isDone(game, name)).length;
  }

  /** Returns the first of these lessons that is not done; the first of all where all are. */
  next(game: string, names: readonly string[]): string | null {
    return names.find((name) => !this.isDone(game, name)) ?? names[0] ?? null;
  }

  finish(game: string, name: string): void {
    // Another tab may have gone on meanwhile.
    const known = kept();
    const done = new Set([...(known[game] ?? []), ...(this.#done[game] ?? []), name]);
    this.#done = { ...known, ...this.#done, [game]: [...done] };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#done));
    } catch {
      // Without storage it lasts as long as the page.
    }
  }
}

export const progress = new Progress();
