import type { Tournament, TournamentTerms } from "@entourage/rules";

/** When a tournament begins and whom it takes, as fields of a form have it. */
export interface TermsDraft {
  /** A local date and time as `datetime-local` writes them, or nothing. */
  beginsAt: string;
  beginsWith: number | null;
  most: number | null;
  lowest: number | null;
  highest: number | null;
}

export const emptyTerms = (): TermsDraft => ({ beginsAt: "", beginsWith: null, most: null, lowest: null, highest: null });

/** Reads the fields. */
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

/** Writes the terms of a tournament into fields. */
export function draftOf({ begins_at, begins_with, most, lowest, highest }: Tournament): TermsDraft {
  const local = (at: number) => new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  return { beginsAt: begins_at === null ? "" : local(begins_at), beginsWith: begins_with, most, lowest, highest };
}
