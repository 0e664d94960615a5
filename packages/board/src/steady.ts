/**
 * Returns a function that keeps returning the same list until an item changes, so that dependent drawings are not repeated. Items are compared by
 * identity.
 */
export function steady<T>(make: () => T[]): () => T[] {
  let last: T[] = [];
  return () => {
    const next = make();
    if (next.length !== last.length || next.some((one, i) => one !== last[i])) last = next;
    return last;
  };
}

/** Returns a function that keeps returning the same set until its elements change. */
export function steadySet<T>(make: () => Set<T>): () => ReadonlySet<T> {
  let last = new Set<T>();
  return () => {
    const next = make();
    if (next.size !== last.size || [...next].some((one) => !last.has(one))) last = next;
    return last;
  };
}

/**
 * Caches a value computed from two objects for as long as both exist, so that it can be computed ahead. All further arguments must be determined by
 * these two.
 */
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
