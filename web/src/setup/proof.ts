/** Commitments to secret choices: how they are made, and how anybody checks them afterwards. */

import type { GameEvent, Side } from "@entourage/rules";

const SALT = 32;

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Draws the salt that hides a choice: 256 random bits as 64 hexadecimal digits. */
export const drawSalt = (): string => hex(crypto.getRandomValues(new Uint8Array(SALT)));

/** Writes what is hashed: five lines of text. */
export const promise = (game: string, side: Side, setup: string, salt: string): string =>
  `entourage setup 1\n${game}\n${side}\n${setup}\n${salt}\n`;

/** Computes a commitment, or `null` where the browser computes no hashes: on a page that came over plain HTTP from elsewhere. */
export async function commitmentTo(text: string): Promise<string | null> {
  // A page that is no secure context has no `subtle`, whatever the types say.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return null;
  return hex(new Uint8Array(await subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

/** Writes a command that recomputes the hash without any page. */
export const command = (text: string): string => `printf '%s\\n' ${text.trimEnd().split("\n").map(quoted).join(" ")} | sha256sum`;

const quoted = (line: string): string => `'${line.replaceAll("'", `'\\''`)}'`;

/** What the record says of a side's secret choice. */
export interface Promised {
  side: Side;
  commitment: string;
  /** Empty until both have chosen. */
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
// Games whose commitments a device keeps in mind; the oldest go.
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

/** Keeps in mind on this device what a side has promised here, which no server can change. */
export function note(game: string, side: Side, commitment: string): void {
  const kept = Object.entries(notes()).filter(([name]) => name !== `${game}/${side}`);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...kept.slice(1 - MAX_PROOFS), [`${game}/${side}`, commitment]])));
  } catch {
    // Storage is full or forbidden; the record alone has to do.
  }
}

/** Returns what a side has promised on this device, if it has. */
export function noted(game: string, side: Side): string | null {
  const kept = notes()[`${game}/${side}`];
  return typeof kept === "string" ? kept : null;
}
