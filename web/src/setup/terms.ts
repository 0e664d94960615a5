import type { CardInfo, NewGame } from "@entourage/rules";

/** What is known of a game's cards before its rules are loaded. */
export interface Cards {
  picks: number;
  cards: readonly Pick<CardInfo, "code" | "name">[];
}

/** A user's choices for the setup of a new game. */
export interface TermChoices {
  manner: "secret" | "open" | "none";
  /** Cards per player; `null` for the game's default. */
  picks: number | null;
  /** Banned pairs, by code. */
  bans: [string, string][];
}

export const usualTerms: TermChoices = { manner: "secret", picks: null, bans: [] };

/** Returns the number of cards per player. */
export function picksOf(catalogue: Pick<Cards, "picks">, terms: TermChoices): number {
  return Math.min(terms.picks ?? catalogue.picks, catalogue.picks);
}

/** Adds the setup to the request for a new game; a game from a custom position has none. */
export function withTerms({ catalogue }: { catalogue: Cards | null }, wanted: NewGame, terms: TermChoices): NewGame {
  if (!catalogue || terms.manner === "none" || wanted.position !== undefined || wanted.moves) return wanted;
  const known = (code: string) => catalogue.cards.some((card) => card.code === code);
  const bans = terms.bans.filter((pair) => pair.every(known)).map(([a, b]) => `ban=${a}+${b}`);
  const spec = bans.length === 0 ? wanted.spec : `${wanted.spec}${wanted.spec.includes(":") ? "," : ":"}${bans.join(",")}`;
  return { ...wanted, spec, setup: { picks: picksOf(catalogue, terms), secret: terms.manner === "secret" } };
}

const key = (game: string) => `entourage.setup.${game}`;

/** Returns the last choices for a game's setup on this device. */
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

/** Stores the choices for a game's setup. */
export function rememberTerms(game: string, terms: TermChoices): void {
  try {
    localStorage.setItem(key(game), JSON.stringify(terms));
  } catch {
    // The choices are not remembered.
  }
}
