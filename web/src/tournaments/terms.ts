import type { Tournament, TournamentTerms } from "@entourage/rules";

/** Start and admission of a tournament as form fields. */
export interface TermsDraft {
  /** A local date and time as in `datetime-local`; empty for none. */
  beginsAt: string;
  beginsWith: number | null;
  most: number | null;
  lowest: number | null;
  highest: number | null;
}

export const emptyTerms = (): TermsDraft => ({ beginsAt: "", beginsWith: null, most: null, lowest: null, highest: null });

const compare = (one: number, other: number): number => (one === other ? 0 : one - other);

/** Sorts open tournaments by start time; those without one come last, those with more players first. */
export const soonest = (open: readonly Tournament[]): Tournament[] =>
  [...open].sort((one, other) => compare(one.begins_at ?? Infinity, other.begins_at ?? Infinity) || other.entrants - one.entrants);

/** Parses the fields. */
export function termsOf({ beginsAt, beginsWith, most, lowest, highest }: TermsDraft): TournamentTerms {
  const at = beginsAt === "" ? NaN : new Date(beginsAt).getTime();
  return {
    ...(Number.isNaN(at) ? {} : { begins_at: at }),
    ...(beginsWith === null ? {} : { begins_with: beginsWith }),
    ...(most === null ? {} : { most }),
    ...(lowest === null ? {} : { lowest }),
    ...(highest === null ? {} : { highest }),
  };
}

/** Fills the fields from a tournament. */
export function draftOf({ begins_at, begins_with, most, lowest, highest }: Tournament): TermsDraft {
  const local = (at: number) => new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  return { beginsAt: begins_at === null ? "" : local(begins_at), beginsWith: begins_with, most, lowest, highest };
}
