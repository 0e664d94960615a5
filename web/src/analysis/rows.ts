/** The rows of a long list to draw, with the heights of those before and after them, in pixels. */
export interface DrawnRows {
  from: number;
  to: number;
  before: number;
  after: number;
}

/** Returns the rows of a list whose rows have these heights that overlap an area from `top` to `bottom`. */
export function rowsBetween(heights: readonly number[], top: number, bottom: number): DrawnRows {
  const drawn = { from: 0, to: 0, before: 0, after: 0 };
  let at = 0;
  heights.forEach((height, index) => {
    if (at >= bottom) drawn.after += height;
    else if (at + height > top) drawn.to = index + 1;
    else [drawn.from, drawn.to, drawn.before] = [index + 1, index + 1, drawn.before + height];
    at += height;
  });
  return drawn;
}
