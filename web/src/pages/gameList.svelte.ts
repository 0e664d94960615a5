/** A page of a list of games from the server. */
export interface Page<T> {
  games: T[];
  /** The cursor of the next page, if any. */
  next?: string | undefined;
}

/** A paginated list of games, polled while visible. */
export class ListedGames<T extends { game: string }> {
  games = $state.raw<T[]>([]);
  /** Whether there are more games. */
  more = $state(false);

  #read: (after?: string) => Promise<Page<T>>;
  #pages = 1;

  /** `read` loads the page after a cursor. */
  constructor(read: (after?: string) => Promise<Page<T>>) {
    this.#read = read;
  }

  /** Reloads the shown pages if the list is visible. */
  async look(): Promise<void> {
    if (document.visibilityState !== "visible") return;
    try {
      let page = await this.#read();
      const read = [...page.games];
      for (let count = 1; count < this.#pages && page.next !== undefined; count++) {
        page = await this.#read(page.next);
        read.push(...page.games);
      }
      // Between two requests a game may have moved to another page.
      const names = new Set<string>();
      this.games = read.filter(({ game }) => !names.has(game) && names.add(game));
      this.more = page.next !== undefined;
    } catch {
      // Keep the previous list.
    }
  }

  /** Loads one more page. */
  async show(): Promise<void> {
    this.#pages += 1;
    await this.look();
  }

  /** Polls at an interval in milliseconds and when the user returns to the page; returns a function that stops it. */
  watch(every: number): () => void {
    const look = () => void this.look();
    look();
    const timer = window.setInterval(look, every);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }
}
