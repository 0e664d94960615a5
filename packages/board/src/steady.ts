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

/** Makes a set again only where other things are in it. */
export function steadySet<T>(make: () => Set<T>): () => ReadonlySet<T> {
  let last = new Set<T>();
  return () => {
    const next = make();
    if (next.size !== last.size || [...next].some((one) => !last.has(one))) last = next;
    return last;
  };
}

/** Remembers what was made of two things as long as both are there: what is needed soon can be made ahead. Whatever else it is made of belongs to them. */
export function remembered<A extends object, B extends object, Rest extends unknown[], T>(make: (one: A, other: B, ...rest: Rest) => T): (one: A, other: B, ...rest: Rest) => T {
  const known = new WeakMap<A, WeakMap<B, { made: T }>>();
  return (one, other, ...rest) => {
    const found = known.get(one) ?? new WeakMap<B, { made: T }>();
    known.set(one, found);
    let kept = found.get(other);
    if (!kept) found.set(other, (kept = { made: make(one, other, ...rest) }));
    return kept.made;
  };
}
