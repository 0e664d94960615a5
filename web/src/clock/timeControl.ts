import { readSpan, writeSpan, type Unit } from "./span";

/** The values of a correspondence time control in the order in which they are written. */
export const FIGURES = ["spare", "grace", "extra", "bonus", "within", "min", "max", "pace", "vacation"] as const;
export type Figure = (typeof FIGURES)[number];
export type PaceKind = "unlimited" | "live" | "correspondence";

/** A time control in the server's format, parsed. */
export interface PaceParts {
  kind: PaceKind;
  figures: Partial<Record<Figure, string>>;
}

/** Parses a time control; invalid ones count as unlimited. */
export function readPace(text: string): PaceParts {
  const [kind, ...figures] = text.split(" ");
  if (kind !== "live" && kind !== "correspondence") return { kind: "unlimited", figures: {} };
  const pairs = figures.map((figure) => figure.split("=") as [Figure, string]);
  return { kind, figures: Object.fromEntries(pairs.filter(([name]) => FIGURES.includes(name))) };
}

/** Formats a time control; empty values are omitted. */
export function writePace({ kind, figures }: PaceParts): string {
  const written = FIGURES.map((name) => [name, figures[name]?.trim() ?? ""] as const).filter(([, span]) => span !== "");
  return [kind, ...written.map(([name, span]) => `${name}=${span}`)].join(" ");
}

/** Formats a real-time control of minutes plus an increment in seconds. */
export function livePace(minutes: number, seconds: number): string {
  const span = (length: number) => (length > 0 ? writeSpan(Math.round(length)) : "");
  return writePace({ kind: "live", figures: { spare: span(minutes * 60), extra: span(seconds) } });
}

/** What a language provides to name time controls. */
export interface TimeControlWords {
  noClock: string;
  correspondence: string;
  list: (name: string, items: string[]) => string;
  perMove: (span: string) => string;
  vacationOf: (span: string) => string;
  figures: Record<Figure, string>;
  count: (count: number, unit: Unit) => string;
}

/** Names a time control for users: `5+3`, `3 days per move`. */
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

/** Names the time that a player can give the opponent at once. */
export function nameGift(pace: string, t: TimeControlWords): string {
  return readPace(pace).kind === "live" ? t.count(15, "s") : t.count(1, "d");
}

/** Returns a function that counts units in a language, given their singular and plural. */
export const counted = (words: Record<Unit, [string, string]>) => (count: number, unit: Unit) => `${count} ${words[unit][count === 1 ? 0 : 1]}`;
