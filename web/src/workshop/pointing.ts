import type { SheetPiece, Stride } from "@entourage/rules";

/** What a piece can do on a square. */
export type Deed = "both" | "moves" | "captures";

/** Squares to each side of the piece on the form's board. */
export const REACH = 4;

const same = (one: Stride, other: Stride): boolean => one.manner === other.manner && one.files === other.files && one.rows === other.rows;

/** Returns the stride to a square at an offset; `null` if there is none. */
export function pointed(files: number, rows: number, slides: boolean): Stride | null {
  const [aside, far] = [Math.abs(files), Math.max(Math.abs(files), Math.abs(rows))];
  if (far === 0) return null;
  if (slides) {
    const isLine = aside === 0 || rows === 0 || aside === Math.abs(rows);
    return isLine ? { manner: "slide", files: Math.sign(aside), rows: Math.sign(rows) } : null;
  }
  return { manner: far === 1 ? "step" : "leap", files: aside, rows };
}

/** Lists a stride with its rotations and reflections. */
export function mirrored({ manner, files, rows }: Stride): Stride[] {
  const far = Math.abs(rows);
  const all = [[files, far], [files, -far], [far, files], [far, -files]].map(([aside = 0, ahead = 0]): Stride => ({ manner, files: aside, rows: ahead === 0 ? 0 : ahead }));
  return all.filter((one, index) => all.findIndex((other) => same(one, other)) === index);
}

/** Adds strides to a piece, or removes them if it has them all. */
export function toggled({ moves, captures }: Pick<SheetPiece, "moves" | "captures">, strides: readonly Stride[], deed: Deed): { moves: Stride[]; captures: Stride[] } {
  const has = (list: readonly Stride[], stride: Stride) => list.some((one) => same(one, stride));
  const without = (list: readonly Stride[]) => list.filter((one) => !strides.some((stride) => same(one, stride)));
  const meant = { moves: deed !== "captures", captures: deed !== "moves" };
  const isSo = strides.every((stride) => has(moves, stride) === meant.moves && has(captures, stride) === meant.captures);
  return {
    moves: [...without(moves), ...(meant.moves && !isSo ? strides : [])],
    captures: [...without(captures), ...(meant.captures && !isSo ? strides : [])],
  };
}

/** Returns what a piece can do on a square at an offset on an empty board. */
export function marked({ moves, captures }: Pick<SheetPiece, "moves" | "captures">, files: number, rows: number): Deed | null {
  const leads = (list: readonly Stride[]) => [pointed(files, rows, true), pointed(files, rows, false)].some((stride) => stride !== null && list.some((one) => same(one, stride)));
  const [move, capture] = [leads(moves), leads(captures)];
  return move && capture ? "both" : move ? "moves" : capture ? "captures" : null;
}
