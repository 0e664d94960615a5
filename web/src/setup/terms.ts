import type { CardInfo, NewGame } from "@entourage/rules";

/** What is known of a game's cards before its rules are here. */
export interface Cards {
  picks: number;
  cards: readonly Pick<CardInfo, "code" | "name">[];
}

/** What a person chooses for the setup of a new game. */
export interface TermChoices {
  manner: "secret" | "open" | "none";
  /** The cards each, or `null` for as many as the game has it. */
  picks: number | null;
  /** The banned pairs, by code. */
  bans: [string, string][];
}

export const usualTerms: TermChoices = { manner: "secret", picks: null, bans: [] };

/** Returns the number of cards each that these choices come to. */
export function picksOf(catalogue: Pick<Cards, "picks">, terms: TermChoices): number {
  return Math.min(terms.picks ?? catalogue.picks, catalogue.picks);
}

/** Adds the setup to what the server is asked for; a game that begins elsewhere than at its start has none. */
export function withTerms({ catalogue }: { catalogue: Cards | null }, wanted: NewGame, terms: TermChoices): NewGame {
  if (!catalogue || terms.manner === "none" || wanted.position !== undefined || wanted.moves) return wanted;
  const known = (code: string) => catalogue.cards.some((card) => card.code === code);
  const bans = terms.bans.filter((pair) => pair.every(known)).map(([a, b]) => `ban=${a}+${b}`);
  const spec = bans.length === 0 ? wanted.spec : `${wanted.spec}${wanted.spec.includes(":") ? "," : ":"}${bans.join(",")}`;
  return { ...wanted, spec, setup: { picks: picksOf(catalogue, terms), secret: terms.manner === "secret" } };
}

const key = (game: string) => `entourage.setup.${game}`;

/** Returns what was chosen for a game's setup last time on this device. */
export function recallTerms(game: string): TermChoices {
  try {
    const kept = JSON.parse(localStorage.getItem(key(game)) ?? "{}") as Partial<TermChoices>;
    const bans = Array.isArray(kept.bans) ? kept.bans.filter((pair) => Array.isArray(pair) && pair.length === 2) : [];
    const manner = kept.manner === "open" || kept.manner === "none" ? kept.manner : "secret";
    return { manner, picks: typeof kept.picks === "number" ? kept.picks : null, bans };
  } catch {
    return { ...usualTerms };
  }
}

/** Remembers what was chosen for a game's setup. */
export function rememberTerms(game: string, terms: TermChoices): void {
  try {
    localStorage.setItem(key(game), JSON.stringify(terms));
  } catch {
    // It is chosen anew next time.
  }
}
