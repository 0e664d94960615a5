/** A user's drawing on the board: an arrow between two squares, or a circle if they are the same. */
export interface Sketch {
  from: string;
  to: string;
}

/** Adds a drawing to others, or removes it if it exists already. */
export function sketched(sketches: readonly Sketch[], next: Sketch): Sketch[] {
  const others = sketches.filter(({ from, to }) => from !== next.from || to !== next.to);
  return others.length < sketches.length ? others : [...others, next];
}
