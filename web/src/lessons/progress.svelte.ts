const KEY = "entourage.lessons";
/** Where a lesson is kept that somebody is in the midst of: the last one only. */
const PLACE = "entourage.lesson";

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

  /** Returns the step, from 0, at which a lesson was left. */
  place(game: string, name: string): number {
    try {
      const [kept, step] = (localStorage.getItem(PLACE) ?? "").split(" ");
      return kept === `${game}/${name}` ? Number(step) || 0 : 0;
    } catch {
      return 0;
    }
  }

  /** Remembers the step, from 0, at which a lesson is. */
  reach(game: string, name: string, step: number): void {
    try {
      localStorage.setItem(PLACE, `${game}/${name} ${step}`);
    } catch {
      // It begins anew.
    }
  }

  finish(game: string, name: string): void {
    this.reach(game, name, 0);
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
