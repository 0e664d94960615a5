import type { Locale } from "./locale";
import { Away, call } from "./server";
import type { Export, Wishes } from "@entourage/rules";

/** Reads everything that a key lets this device see of a game. */
export function readExport(id: string, locale: Locale): Promise<Export> {
  return call("GET", "/api/game/export", locale, id);
}

/** Reads the game as a record, a text that other programs read, too. */
export function readRecord(id: string, locale: Locale): Promise<string> {
  return call("GET", "/api/game/record", locale, id, undefined, undefined, (response) => response.text());
}

/** Reads the records of games one after the other into one text; what the server does not keep, or has not heard of yet, is left out. */
export async function readRecords(ids: string[], locale: Locale, tell: (read: number) => void): Promise<{ text: Blob; read: number; missing: number }> {
  const records: string[] = [];
  for (const id of ids) {
    try {
      records.push(await readRecord(id, locale));
    } catch (thrown) {
      // Where the server is away, all are missing, and nobody is told that there were none.
      if (thrown instanceof Away) throw thrown;
    }
    tell(records.length);
  }
  const text = new Blob(records.map((record) => `${record.trimEnd()}\n\n`), { type: "text/plain" });
  return { text, read: records.length, missing: ids.length - records.length };
}

/** Says that the game is to be deleted, or kept; it goes when everybody who plays it wishes so, and who says so last agrees to that. */
export function wishDeleted(id: string, gone: boolean, agree: boolean, locale: Locale): Promise<Wishes> {
  return call("POST", "/api/game/deletion", locale, id, { delete: gone, agree });
}
