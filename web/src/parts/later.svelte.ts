import { untrack } from "svelte";

/** How long a drawing is waited for at most, in milliseconds. */
const PATIENCE = 250;

/**
 * Does something once what has changed is drawn, so that nobody waits for it; returns what calls it off.
 *
 * A page that nobody sees is not drawn: there it is done at once, or soon where the page is left meanwhile.
 */
export function afterDrawing(act: () => void): () => void {
  let timer = setTimeout(done, document.hidden ? 0 : PATIENCE);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(done);
  });
  function done(): void {
    cancelAnimationFrame(frame);
    act();
  }
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Follows a value once what else it changes is drawn. It belongs to the component that makes it. */
export class Later<T> {
  #current = $state.raw() as T;

  constructor(value: () => T) {
    this.#current = untrack(value);
    let first = true;
    $effect(() => {
      const next = value();
      if (first) {
        first = false;
        return undefined;
      }
      return afterDrawing(() => (this.#current = next));
    });
  }

  get current(): T {
    return this.#current;
  }
}
