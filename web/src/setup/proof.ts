/** Commitments to secret choices, and how to verify them. */

import type { GameEvent, Side } from "@entourage/rules";

const SALT = 32;

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Creates a salt that hides a choice: 256 random bits as 64 hexadecimal digits. */
export const drawSalt = (): string => hex(crypto.getRandomValues(new Uint8Array(SALT)));

/** Returns the hashed text: five lines. */
export const promise = (game: string, side: Side, setup: string, salt: string): string =>
  `entourage setup 1\n${game}\n${side}\n${setup}\n${salt}\n`;

/** Computes a commitment; `null` if the browser cannot compute hashes on this page (plain HTTP). */
export async function commitmentTo(text: string): Promise<string | null> {
  // `subtle` is missing outside secure contexts, despite its type.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return null;
  return hex(new Uint8Array(await subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

/** Returns a shell command that recomputes the hash. */
export const command = (text: string): string => `printf '%s\\n' ${text.trimEnd().split("\n").map(quoted).join(" ")} | sha256sum`;

const quoted = (line: string): string => `'${line.replaceAll("'", `'\\''`)}'`;

/** A side's commitment in the game record. */
export interface Promised {
  side: Side;
  commitment: string;
  /** Empty until both sides have chosen. */
  setup: string;
  salt: string;
}

/** Lists the commitments in a record. */
export function promised(events: readonly GameEvent[]): Promised[] {
  return events.flatMap((event) =>
    event.type === "setup" && event.commitment ? [{ side: event.side, commitment: event.commitment, setup: event.setup, salt: event.salt ?? "" }] : [],
  );
}

const KEY = "entourage.commitments";
// Maximum number of games whose commitments are stored; the oldest are removed.
const MAX_PROOFS = 50;

type Notes = Record<string, string>;

function notes(): Notes {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof value === "object" && value !== null ? (value as Notes) : {};
  } catch {
    return {};
  }
}

/** Stores a side's commitment on this device, where no server can change it. */
export function note(game: string, side: Side, commitment: string): void {
  const kept = Object.entries(notes()).filter(([name]) => name !== `${game}/${side}`);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...kept.slice(1 - MAX_PROOFS), [`${game}/${side}`, commitment]])));
  } catch {
    // Storage is full or not allowed; the record has to suffice.
  }
}

/** Returns the commitment stored for a side, if any. */
export function noted(game: string, side: Side): string | null {
  const kept = notes()[`${game}/${side}`];
  return typeof kept === "string" ? kept : null;
}
