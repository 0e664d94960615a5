import { createEmptyCard, fsrs, Rating, State, type Grade } from "ts-fsrs";
import { store, type Card, type Kept } from "./store.svelte";

/** How an attempt went: solved, solved with hints, or with a mistake. */
export type Result = "clean" | "hinted" | "failed";

/** A puzzle is no longer repeated once its interval reaches this many days. */
const KNOWN_DAYS = 180;
const GRADES: Record<Result, Grade> = { clean: Rating.Good, hinted: Rating.Hard, failed: Rating.Again };

// Whole days and no randomness: a failed puzzle comes back the next day.
const scheduler = fsrs({ enable_short_term: false, enable_fuzz: false });

/** Schedules the next repetition of a puzzle; `null` if it is known. */
export function scheduled(card: Card | null, result: Result, now: number): Card | null {
  const before = card
    ? { due: card.due, stability: card.stability, difficulty: card.difficulty, elapsed_days: 0, scheduled_days: card.days, learning_steps: 0, reps: card.reps, lapses: card.lapses, state: State.Review, last_review: card.reviewed }
    : createEmptyCard(now);
  const { card: next } = scheduler.next(before, now, GRADES[result]);
  if (result !== "failed" && next.scheduled_days >= KNOWN_DAYS) return null;
  return { due: next.due.getTime(), stability: next.stability, difficulty: next.difficulty, days: next.scheduled_days, reps: next.reps, lapses: next.lapses, reviewed: now };
}

/**
 * Applies the result of an attempt. Only a clean solution continues the streak, and only a mistake ends it. Puzzles that needed a hint or were failed
 * are repeated; an early repetition counts only if it fails.
 */
export function withResult(kept: Kept, key: string, result: Result, now: number): Kept {
  const card = kept.cards[key] ?? null;
  const counts = result === "failed" || (card ? card.due <= now : result === "hinted");
  const { [key]: _, ...others } = kept.cards;
  const next = counts ? scheduled(card, result, now) : card;
  const streak = result === "failed" ? 0 : kept.streak + Number(result === "clean");
  return { ...kept, streak, best: Math.max(kept.best, streak), cards: next ? { ...others, [key]: next } : others };
}

/** Stores the result of an attempt. */
export const record = (key: string, result: Result, now = Date.now()): void => store.update((kept) => withResult(kept, key, result, now));

/** Marks a puzzle as solved, whatever the attempts. */
export const solve = (key: string): void => store.update((kept) => ({ ...kept, solved: [...kept.solved.filter((one) => one !== key), key] }));
