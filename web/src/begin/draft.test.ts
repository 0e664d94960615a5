import { describe, expect, it } from "vitest";
import type { Draft } from "@entourage/rules";
import { clear, drawn, move, put, remove } from "./draft";

const draft: Draft = { pieces: [{ square: "a1", side: 1, kind: 0 }, { square: "b2", side: 2, kind: 3 }], side: 2, words: ["p"] };

describe("a position in the editor", () => {
  it("adds a piece to an empty square, and replaces or removes one that is there", () => {
    expect(put(draft, "c3", { kind: 1, side: 1 }).pieces).toContainEqual({ square: "c3", side: 1, kind: 1 });
    const replaced = put(draft, "a1", { kind: 0, side: 2 });
    expect(replaced.pieces).toHaveLength(2);
    expect(replaced.pieces).toContainEqual({ square: "a1", side: 2, kind: 0 });
    expect(put(draft, "a1", { kind: 0, side: 1 }).pieces).toEqual([draft.pieces[1]]);
  });

  it("moves a piece, also onto another one", () => {
    expect(move(draft, "a1", "b2").pieces).toEqual([{ square: "b2", side: 1, kind: 0 }]);
    expect(move(draft, "a1", "a1")).toBe(draft);
    expect(move(draft, "c3", "a1")).toBe(draft);
    expect(move(draft, "b2", "c3").pieces).toContainEqual({ square: "c3", side: 2, kind: 3 });
  });

  it("is cleared square by square or at once, without changes to the original", () => {
    expect(remove(draft, "a1").pieces).toEqual([draft.pieces[1]]);
    expect(clear(draft, ["-"])).toEqual({ pieces: [], side: 2, words: ["-"] });
    expect(draft.pieces).toHaveLength(2);
    expect(drawn(draft)[0]).toEqual({ square: "a1", side: 1, kind: 0, marks: [], powers: [] });
    expect(drawn(null)).toEqual([]);
  });
});
