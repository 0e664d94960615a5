/** A page of a list of games that the server tells. */
export interface Page<T> {
  games: T[];
  /** The game after which the next page begins, if there is one. */
  next?: string | undefined;
}

/** A list of games that the server tells page by page, read again and again while it is seen. */
export class ListedGames<T extends { game: string }> {
  games = $state.raw<T[]>([]);
  /** Whether there are more than those shown. */
  more = $state(false);

  #read: (after?: string) => Promise<Page<T>>;
  #pages = 1;

  /** `read` asks for the page after a game. */
  constructor(read: (after?: string) => Promise<Page<T>>) {
    this.#read = read;
  }

  /** Reads the pages that are shown, unless nobody looks. */
  async look(): Promise<void> {
    if (document.visibilityState !== "visible") return;
    try {
      let page = await this.#read();
      const read = [...page.games];
      for (let count = 1; count < this.#pages && page.next !== undefined; count++) {
        page = await this.#read(page.next);
        read.push(...page.games);
      }
      // Between two pages a game may have moved from one to the other.
      const names = new Set<string>();
      this.games = read.filter(({ game }) => !names.has(game) && names.add(game));
      this.more = page.next !== undefined;
    } catch {
      // The list as it was is better than none.
    }
  }

  /** Shows one page more. */
  async show(): Promise<void> {
    this.#pages += 1;
    await this.look();
  }

  /** Reads it every so many milliseconds, and as soon as somebody comes back to it; returns what ends it. */
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
