import { readSpan, writeSpan, type Unit } from "./span";

/** The figures of a correspondence clock in the order in which they are written. */
export const FIGURES = ["spare", "grace", "extra", "bonus", "within", "min", "max", "pace", "vacation"] as const;
export type Figure = (typeof FIGURES)[number];
export type PaceKind = "unlimited" | "live" | "correspondence";

/** A pace as the server writes it, taken apart. */
export interface PaceParts {
  kind: PaceKind;
  figures: Partial<Record<Figure, string>>;
}

/** Takes a pace apart; what cannot be read counts as none. */
export function readPace(text: string): PaceParts {
  const [kind, ...figures] = text.split(" ");
  if (kind !== "live" && kind !== "correspondence") return { kind: "unlimited", figures: {} };
  const pairs = figures.map((figure) => figure.split("=") as [Figure, string]);
  return { kind, figures: Object.fromEntries(pairs.filter(([name]) => FIGURES.includes(name))) };
}

/** Writes a pace; empty figures are left out. */
export function writePace({ kind, figures }: PaceParts): string {
  const written = FIGURES.map((name) => [name, figures[name]?.trim() ?? ""] as const).filter(([, span]) => span !== "");
  return [kind, ...written.map(([name, span]) => `${name}=${span}`)].join(" ");
}

/** Writes a live pace of so many minutes, and seconds a turn. */
export function livePace(minutes: number, seconds: number): string {
  const span = (length: number) => (length > 0 ? writeSpan(Math.round(length)) : "");
  return writePace({ kind: "live", figures: { spare: span(minutes * 60), extra: span(seconds) } });
}

/** What the words of a language do for a pace. */
export interface TimeControlWords {
  noClock: string;
  correspondence: string;
  list: (name: string, items: string[]) => string;
  perMove: (span: string) => string;
  vacationOf: (span: string) => string;
  figures: Record<Figure, string>;
  count: (count: number, unit: Unit) => string;
}

/** Names a pace for people: `5+3`, `3 days a move`. */
export function nameTimeControl(text: string, t: TimeControlWords): string {
  const { kind, figures } = readPace(text);
  if (kind === "unlimited") return t.noClock;
  const span = (written: string | undefined) => {
    const read = readSpan(written ?? "");
    return read ? t.count(read.count, read.unit) : (written ?? "");
  };
  if (kind === "live") {
    const [spare, extra] = [readSpan(figures.spare ?? ""), readSpan(figures.extra ?? "0s")];
    const seconds = extra?.unit === "s" ? extra.count : figures.extra ? null : 0;
    if (spare?.unit === "m" && seconds !== null) return `${spare.count}+${seconds}`;
    return [span(figures.spare), figures.extra ? span(figures.extra) : ""].filter((part) => part !== "").join(" + ");
  }
  const { grace, vacation, ...others } = figures;
  const rest = vacation ? [t.vacationOf(span(vacation))] : [];
  const known = FIGURES.filter((name) => others[name as keyof typeof others] !== undefined);
  if (grace && known.length === 0) return [t.perMove(span(grace)), ...rest].join(", ");
  const all = FIGURES.filter((name) => name !== "vacation" && figures[name] !== undefined);
  return [t.list(t.correspondence, all.map((name) => `${t.figures[name]} ${span(figures[name])}`)), ...rest].join(", ");
}

/** Names what a player of a pace gives the other at once. */
export function nameGift(pace: string, t: TimeControlWords): string {
  return readPace(pace).kind === "live" ? t.count(15, "s") : t.count(1, "d");
}

/** Makes what counts units in a language: its words for one and for many. */
export const counted = (words: Record<Unit, [string, string]>) => (count: number, unit: Unit) => `${count} ${words[unit][count === 1 ? 0 : 1]}`;
