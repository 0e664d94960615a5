import type { Locale } from "./locale";
import { Unreachable, call } from "./server";
import type { Export, Wishes } from "@entourage/rules";

/** Reads all data of a game that a key can see. */
export function readExport(id: string, locale: Locale): Promise<Export> {
  return call("GET", "/api/game/export", locale, id);
}

/** Reads the game as PGN. */
export function readRecord(id: string, locale: Locale): Promise<string> {
  return call("GET", "/api/game/record", locale, id, undefined, undefined, (response) => response.text());
}

/** Reads the PGN of several games into one text; games the server does not have are skipped. */
export async function readRecords(ids: string[], locale: Locale, tell: (read: number) => void): Promise<{ text: Blob; read: number; missing: number }> {
  const records: string[] = [];
  for (const id of ids) {
    try {
      records.push(await readRecord(id, locale));
    } catch (thrown) {
      // If the server cannot be reached, all are missing, which must not look like an empty result.
      if (thrown instanceof Unreachable) throw thrown;
    }
    tell(records.length);
  }
  const text = new Blob(records.map((record) => `${record.trimEnd()}\n\n`), { type: "text/plain" });
  return { text, read: records.length, missing: ids.length - records.length };
}

/** Asks to delete or keep the game; it is deleted once all its players agree. */
export function wishDeleted(id: string, gone: boolean, agree: boolean, locale: Locale): Promise<Wishes> {
  return call("POST", "/api/game/deletion", locale, id, { delete: gone, agree });
}
