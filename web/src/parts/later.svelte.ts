import { untrack } from "svelte";

/** Does something once what has changed is drawn, so that nobody waits for it; returns what calls it off. */
export function afterDrawing(act: () => void): () => void {
  let timer = 0;
  const frame = requestAnimationFrame(() => (timer = window.setTimeout(act)));
  return () => {
    cancelAnimationFrame(frame);
    window.clearTimeout(timer);
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
