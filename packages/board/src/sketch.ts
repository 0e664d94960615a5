/** What a person draws on the board to think: an arrow from a square to another, or a circle where both are one. */
export interface Sketch {
  from: string;
  to: string;
}

/** Adds a drawing to others, or takes it away where it is drawn already. */
export function sketched(sketches: readonly Sketch[], next: Sketch): Sketch[] {
  const others = sketches.filter(({ from, to }) => from !== next.from || to !== next.to);
  return others.length < sketches.length ? others : [...others, next];
}
