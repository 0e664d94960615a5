/**
 * Makes a list again only where something in it has changed: what is drawn from it stays as it is otherwise.
 *
 * Items are the same if they are one and the same object.
 */
export function steady<T>(make: () => T[]): () => T[] {
  let last: T[] = [];
  return () => {
    const next = make();
    if (next.length !== last.length || next.some((one, i) => one !== last[i])) last = next;
    return last;
  };
}
