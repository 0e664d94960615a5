import type { BoardInfo } from "@entourage/rules";

/** Left margin of a grid, in squares. */
export const MARGIN = 0.6;

/** Creates a grid with row numbers on the left and file letters below. */
export function grid(files: number, rows: number): BoardInfo {
  const squares = Array.from({ length: files * rows }, (_, i) => ({
    name: `${"abcdefghijklm"[i % files]}${Math.floor(i / files) + 1}`,
    x: MARGIN + (i % files) + 0.5,
    y: Math.floor(i / files) + 0.5,
    outline: "square" as const,
    shade: 0,
  }));
  const labels = Array.from({ length: rows }, (_, row) => ({ text: `${row + 1}`, x: MARGIN / 2, y: row + 0.5 }));
  const letters = Array.from({ length: files }, (_, file) => ({ text: `${"abcdefghijklm"[file]}`, x: MARGIN + file + 0.5, y: rows + MARGIN / 2 }));
  return { squares, labels: [...labels, ...letters], width: files + MARGIN, height: rows + MARGIN };
}

/** Creates a board of hexagons with a separate hexagon beside it. */
export function hexagons(): BoardInfo {
  const rows = [3, 4, 3];
  const squares = rows.flatMap((count, row) =>
    Array.from({ length: count }, (_, i) => ({
      name: `${row}${i}`,
      x: 1 + i + (4 - count) / 2,
      y: 1 + row * 0.87,
      outline: "hexagon" as const,
      shade: 0,
    })),
  );
  // A square beside the board, as some games have.
  squares.push({ name: "off", x: 6.5, y: 1.87, outline: "hexagon", shade: 2 });
  return { squares, labels: [], width: 7, height: 4 };
}
