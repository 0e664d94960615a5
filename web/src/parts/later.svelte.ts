import { afterDrawing } from "@entourage/board/afterDrawing";
import { untrack } from "svelte";

/** Follows a value one frame later, for the lifetime of the component that creates it. */
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
