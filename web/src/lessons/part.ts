import type { BoardLabel, GameInfo } from "@entourage/rules";

/** Returns a game with a cropped board: the smallest rectangle that contains some squares, with its coordinates. */
export function partOf(info: GameInfo, part: readonly string[] | null): GameInfo {
  const { board, courier } = info;
  const rim = (part ?? []).flatMap((name) => board.squares.find((square) => square.name === name) ?? []);
  if (!part || rim.length < part.length) return info;
  const between = (at: number, list: readonly number[]) => at >= Math.min(...list) - 0.1 && at <= Math.max(...list) + 0.1;
  const here = board.squares.map((square) => between(square.x, rim.map(({ x }) => x)) && between(square.y, rim.map(({ y }) => y)));
  const squares = board.squares.filter((_, i) => here[i]);
  const [left, right] = [Math.min(...board.squares.map(({ x }) => x)), Math.max(...board.squares.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...board.squares.map(({ y }) => y)), Math.max(...board.squares.map(({ y }) => y))];
  const [first, last] = [Math.min(...squares.map(({ x }) => x)), Math.max(...squares.map(({ x }) => x))];
  const [upper, lower] = [Math.min(...squares.map(({ y }) => y)), Math.max(...squares.map(({ y }) => y))];
  /** Moves a coordinate beside the cropped board; `null` if its row or file is not visible. */
  const beside = ({ text, x, y }: BoardLabel): BoardLabel | null => {
    const [aside, above] = [x < left - 0.5 || x > right + 0.5, y < top - 0.5 || y > bottom + 0.5];
    if (aside && !above) return squares.some((square) => Math.abs(square.y - y) < 0.1) ? { text, x: x < left ? first - (left - x) : last + (x - right), y } : null;
    if (above && !aside) return squares.some((square) => Math.abs(square.x - x) < 0.1) ? { text, x, y: y < top ? upper - (top - y) : lower + (y - bottom) } : null;
    return null;
  };
  const placed = board.labels.map(beside);
  const kept = <T>(list: readonly T[], keep: readonly unknown[]) => list.filter((_, i) => keep[i]);
  return {
    ...info,
    board: { ...board, squares, labels: placed.filter((label) => label !== null) },
    courier: {
      ...courier,
      coordinates: courier.coordinates && kept(courier.coordinates, here),
      beside: courier.beside && kept(courier.beside, placed),
    },
  };
}
