import type { GameInfo, Side } from "@entourage/rules";
import type { Names } from "@entourage/board/names";

/** Formats a manual turn or step with the labels and coordinates of a notation. */
export function writeTurn(turn: string, info: Pick<GameInfo, "kinds">, names: Pick<Names, "square" | "label">): string {
  return turn
    .split(";")
    .map((leg) => writeLeg(leg, info, names))
    .join("; ");
}

function writeLeg(leg: string, info: Pick<GameInfo, "kinds">, names: Pick<Names, "square" | "label">): string {
  const dash = leg.indexOf("-");
  if (dash < 0) return leg;
  const [left, right] = [leg.slice(0, dash), leg.slice(dash + 1)];
  if (right === "") return `${names.square(left)}-`;
  const letter = left.slice(0, 1);
  const kind = info.kinds.findIndex((one) => one.letters.includes(letter));
  const side: Side = info.kinds[kind]?.letters[0] === letter ? 1 : 2;
  const label = kind < 0 ? letter : names.label(kind, side);
  return left.length > 1 ? `${label} ${names.square(left.slice(1))}-${names.square(right)}` : `${label}-${names.square(right)}`;
}
