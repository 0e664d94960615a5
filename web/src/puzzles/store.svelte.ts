import { ANY, readFilter, type Filter } from "./filter";

const KEY = "entourage.puzzles";
/** Maximum number of stored results and of puzzles to repeat. */
const MAX_SOLVED = 20_000;
const MAX_CARDS = 1_000;

/** A puzzle to repeat: the memory state of FSRS, with times in Unix milliseconds. */
export interface Card {
  due: number;
  stability: number;
  difficulty: number;
  days: number;
  reps: number;
  lapses: number;
  reviewed: number;
}

/** What the device stores about puzzles; puzzles are identified by `keyOf`. */
export interface Kept {
  /** Number of puzzles solved in a row without a mistake or a hint. */
  streak: number;
  best: number;
  solved: string[];
  cards: Record<string, Card>;
  filter: Filter;
}

const isKey = (value: unknown): value is string => typeof value === "string" && /^[\w-]{1,40}\/[0-9a-z]{13}$/.test(value);
const count = (value: unknown): number => (Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : 0);

function readCard(value: unknown): Card | null {
  if (typeof value !== "object" || value === null) return null;
  const { due, stability, difficulty, days, reps, lapses, reviewed } = value as Record<string, unknown>;
  const fields = { due, stability, difficulty, days, reps, lapses, reviewed };
  const valid = Object.values(fields).every((field) => typeof field === "number" && Number.isFinite(field) && field >= 0);
  const card = fields as Card;
  return valid && card.stability > 0 && card.difficulty >= 1 && card.difficulty <= 10 ? card : null;
}

/** Restores stored data; invalid parts are dropped. */
export function readKept(text: string | null): Kept {
  let value: unknown = null;
  try {
    value = JSON.parse(text ?? "null");
  } catch {
    // Starts from nothing.
  }
  const { streak, best, solved, cards, filter } = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const entries = Object.entries(typeof cards === "object" && cards !== null ? cards : {}).flatMap(([key, one]): [string, Card][] => {
    const card = readCard(one);
    return card && isKey(key) ? [[key, card]] : [];
  });
  return bounded({
    streak: count(streak),
    best: Math.max(count(best), count(streak)),
    solved: Array.isArray(solved) ? [...new Set(solved.filter(isKey))] : [],
    cards: Object.fromEntries(entries),
    filter: readFilter(filter),
  });
}

/** Drops the oldest results, and the puzzles to repeat last. */
function bounded(kept: Kept): Kept {
  const cards = Object.entries(kept.cards);
  const few = cards.length <= MAX_CARDS ? kept.cards : Object.fromEntries(cards.sort(([, a], [, b]) => a.due - b.due).slice(0, MAX_CARDS));
  return { ...kept, solved: kept.solved.slice(-MAX_SOLVED), cards: few };
}

function stored(): Kept | null {
  try {
    const text = localStorage.getItem(KEY);
    return text === null ? null : readKept(text);
  } catch {
    return null;
  }
}

/** The user's results, stored on this device. */
class PuzzleStore {
  #kept = $state.raw<Kept>(stored() ?? { streak: 0, best: 0, solved: [], cards: {}, filter: ANY });
  readonly #solved = $derived(new Set(this.#kept.solved));

  get streak(): number {
    return this.#kept.streak;
  }

  get best(): number {
    return this.#kept.best;
  }

  get filter(): Filter {
    return this.#kept.filter;
  }

  isSolved(key: string): boolean {
    return this.#solved.has(key);
  }

  /** Counts the solved puzzles of a set. */
  solvedOf(set: string): number {
    return this.#kept.solved.filter((key) => key.startsWith(`${set}/`)).length;
  }

  card(key: string): Card | null {
    return this.#kept.cards[key] ?? null;
  }

  /** Lists the puzzles to repeat now, the longest overdue first. */
  due(now: number): string[] {
    const due = Object.entries(this.#kept.cards).filter(([, card]) => card.due <= now);
    return due.sort(([, a], [, b]) => a.due - b.due).map(([key]) => key);
  }

  /** Counts the puzzles that will be repeated. */
  get scheduled(): number {
    return Object.keys(this.#kept.cards).length;
  }

  /** Stops repeating a puzzle. */
  drop(key: string): void {
    this.update((kept) => ({ ...kept, cards: Object.fromEntries(Object.entries(kept.cards).filter(([one]) => one !== key)) }));
  }

  choose(filter: Filter): void {
    this.update((kept) => ({ ...kept, filter }));
  }

  /** Changes the stored data, which another tab may have changed before. */
  update(change: (kept: Kept) => Kept): void {
    this.#kept = bounded(change(stored() ?? this.#kept));
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // Without storage, results last as long as the page.
    }
  }
}

export const store = new PuzzleStore();
