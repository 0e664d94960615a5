import type { StudyEdit } from "@entourage/rules";

const KEY = "entourage.study-edits";

/** The edits that a user made to a study on this device and that the server has not acknowledged; `user` is empty for guests. */
export class StudyOutbox {
  readonly #key: string;

  constructor(user: string, study: string) {
    this.#key = [KEY, encodeURIComponent(user), study].join(".");
  }

  /** Lists the edits in order; damaged ones are left out. */
  read(): StudyEdit[] {
    try {
      const all: unknown = JSON.parse(localStorage.getItem(this.#key) ?? "[]");
      return Array.isArray(all) ? all.filter(isEdit) : [];
    } catch {
      return [];
    }
  }

  /** Adds edits; returns `false` if the device cannot store them. */
  add(edits: readonly StudyEdit[]): boolean {
    return this.#write([...this.read(), ...edits]);
  }

  /** Removes edits that the server has acknowledged or refused. Other tabs may have added further ones. */
  remove(ids: ReadonlySet<string>): void {
    this.#write(this.read().filter(({ id }) => !ids.has(id)));
  }

  clear(): void {
    this.#write([]);
  }

  #write(edits: readonly StudyEdit[]): boolean {
    try {
      if (edits.length === 0) localStorage.removeItem(this.#key);
      else localStorage.setItem(this.#key, JSON.stringify(edits));
      return true;
    } catch {
      return false;
    }
  }
}

function isEdit(value: unknown): value is StudyEdit {
  if (typeof value !== "object" || value === null) return false;
  const { id, chapter, type } = value as Record<string, unknown>;
  return typeof id === "string" && typeof chapter === "string" && typeof type === "string";
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Draws an id for an edit, chapter or node: 12 letters and digits, 71 random bits. */
export const drawId = (): string => Array.from(crypto.getRandomValues(new Uint32Array(12)), (value) => ALPHABET[value % ALPHABET.length]).join("");
