const KEY = "entourage.lessons";
/** Storage key of the unfinished lesson; only the last one is stored. */
const PLACE = "entourage.lesson";

/** Reads the names of completed lessons by game. */
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

/** Progress through the lessons, stored on this device. */
class Progress {
  #done = $state.raw(kept());

  isDone(game: string, name: string): boolean {
    return this.#done[game]?.includes(name) ?? false;
  }

  /** Counts the completed lessons. */
  count(game: string, names: readonly string[]): number {
    return names.filter((name) => this.isDone(game, name)).length;
  }

  /** Returns the first lesson that is not completed, or the first of all. */
  next(game: string, names: readonly string[]): string | null {
    return names.find((name) => !this.isDone(game, name)) ?? names[0] ?? null;
  }

  /** Returns the step, from 0, at which a lesson was left. */
  place(game: string, name: string): number {
    try {
      const [kept, step] = (localStorage.getItem(PLACE) ?? "").split(" ");
      return kept === `${game}/${name}` ? Number(step) || 0 : 0;
    } catch {
      return 0;
    }
  }

  /** Stores the step, from 0, of a lesson. */
  reach(game: string, name: string, step: number): void {
    try {
      localStorage.setItem(PLACE, `${game}/${name} ${step}`);
    } catch {
      // The lesson starts from the beginning.
    }
  }

  finish(game: string, name: string): void {
    this.reach(game, name, 0);
    // Another tab may have changed it.
    const known = kept();
    const done = new Set([...(known[game] ?? []), ...(this.#done[game] ?? []), name]);
    this.#done = { ...known, ...this.#done, [game]: [...done] };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#done));
    } catch {
      // Without storage, progress lasts as long as the page.
    }
  }
}

export const progress = new Progress();
