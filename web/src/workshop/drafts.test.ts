import { beforeEach, expect, it, vi } from "vitest";
import { copyText, likeText, wordFor } from "./beginnings";
import { beginManuscript, manuscript, manuscripts, dropManuscript, keepManuscript, titleOf, wordOf } from "./drafts";

vi.mock("../rules/written", () => ({ offered: () => Promise.resolve([]) }));

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > 500_000) throw new Error("full");
      kept.set(key, value);
    },
    removeItem: (key: string) => kept.delete(key),
  });
});

it("lists drafts, the most recently changed first, and skips invalid ones", () => {
  const [one, other] = [beginManuscript("a", { name: "", text: "" }), beginManuscript("b", { name: "", text: "" })];
  keepManuscript({ ...one, touched: one.touched + 10 });
  keepManuscript({ ...other, touched: one.touched + 5 });
  localStorage.setItem("entourage.manuscript.broken", "{");
  localStorage.setItem("entourage.manuscript.empty", "{}");
  expect(manuscripts().map(({ id }) => id)).toEqual([one.id, other.id]);
  dropManuscript(one.id);
  expect(manuscript(one.id)).toBeNull();
});

it("stores a text without its undo history if there is no room for both", () => {
  const begun = beginManuscript("a", { name: "", text: "" });
  expect(keepManuscript({ ...begun, text: "b", changes: "x".repeat(390_000) })).toBe(true);
  expect(manuscript(begun.id)?.changes).not.toBeNull();
  expect(keepManuscript({ ...begun, text: "c".repeat(200_000), changes: "x".repeat(390_000) })).toBe(true);
  expect(manuscript(begun.id)?.changes).toBeNull();
  expect(keepManuscript({ ...begun, text: "c".repeat(600_000) })).toBe(false);
});

it("starts a text that inherits from another game or copies it, under a new name", () => {
  const base = { id: "other", name: "Other", text: 'language 1\ngame other "Other" by "Them" like base\nhands of 2\n' };
  expect(likeText(wordFor("Été d'Or"), "Été d'Or", base)).toContain('game ete-d-or "Été d\'Or" like other\n');
  expect(copyText("mine", "Mine", base)).toBe('language 1\ngame mine "Mine" by "Them" like base\nhands of 2\n');
  expect(wordFor("!!")).toBe("my-game");
  expect([titleOf(base.text), wordOf(base.text), titleOf("game x")]).toEqual(["Other", "other", ""]);
});
