import type { Locale } from "./locale";
import { call } from "./server";
import type { Export, Wishes } from "./types.generated";

/** Reads everything that a key lets this device see of a game. */
export function readExport(id: string, locale: Locale): Promise<Export> {
  return call("GET", "/api/game/export", locale, id);
}

/** Says that the game is to be deleted, or kept; it goes when everybody who plays it wishes so, and who says so last agrees to that. */
export function wishDeleted(id: string, gone: boolean, agree: boolean, locale: Locale): Promise<Wishes> {
  return call("POST", "/api/game/deletion", locale, id, { delete: gone, agree });
}
