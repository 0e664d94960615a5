import { beforeEach, expect, test, vi } from "vitest";
import { ListedGames, type Page } from "./gameList.svelte";

beforeEach(() => vi.stubGlobal("document", { visibilityState: "visible" }));

const PAGES: Record<string, Page<{ game: string }>> = {
  "": { games: [{ game: "a" }, { game: "b" }], next: "b" },
  // Between the requests, a game has moved from the first page to the second.
  b: { games: [{ game: "b" }, { game: "c" }], next: "c" },
};

test("pages are appended, and each game is listed once", async () => {
  const list = new ListedGames((after = "") => Promise.resolve(PAGES[after] ?? { games: [] }));
  await list.look();
  expect([list.games.map(({ game }) => game), list.more]).toEqual([["a", "b"], true]);
  await list.show();
  expect(list.games.map(({ game }) => game)).toEqual(["a", "b", "c"]);
  await list.show();
  expect(list.more).toBe(false);
});

test("a failed request keeps the list, and a hidden page sends no request", async () => {
  const read = vi.fn(() => Promise.resolve<Page<{ game: string }>>({ games: [{ game: "a" }] }));
  const list = new ListedGames(read);
  await list.look();
  read.mockRejectedValueOnce(new Error("away"));
  await list.look();
  expect(list.games).toHaveLength(1);
  vi.stubGlobal("document", { visibilityState: "hidden" });
  await list.look();
  expect(read).toHaveBeenCalledTimes(2);
});
