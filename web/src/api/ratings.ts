import type { Locale } from "./locale";
import { call } from "./server";
import type { Leaders, Pool, PoolList } from "@entourage/rules";

/** Lists the rating pools that have players. */
export const readPools = (locale: Locale): Promise<PoolList> => call("GET", "/api/ratings", locale, null);

/** Lists a page of a pool's leaderboard from a rank on. */
export function readLeaders({ game, class: pace }: Pick<Pool, "game" | "class">, locale: Locale, from = 0): Promise<Leaders> {
  return call("GET", `/api/ratings/leaders?${new URLSearchParams({ game, class: pace, from: String(from) })}`, locale, null);
}
