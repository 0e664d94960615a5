import { describe, expect, it } from "vitest";
import type { GameInfo, View } from "@entourage/rules";
import { legend } from "./legend";

const relation = (code: string, aura: string, felt: string, exerted: string) => ({ code, aura, felt, exerted, influence: "helps" });
const info = {
  kinds: [{ name: "Guard" }, { name: "Child" }],
  relations: [relation("guards", "shelter", "Guarded by: {}.", "Guards: {}."), relation("freezes", "frost", "Freezes with: {}.", "Freezes with: {}."), relation("idle", "sight", "a {}", "b {}")],
} as unknown as GameInfo;
const names = { square: (name: string) => name.toUpperCase(), label: () => "", board: info.board };
const one = (kind: string, from: string, to: string) => ({ kind, from, to, influence: "helps" });

describe("the legend of active powers", () => {
  const view = {
    pieces: [
      { square: "a1", kind: 0 },
      { square: "b1", kind: 1 },
      { square: "b2", kind: 1 },
    ],
    relations: [one("guards", "a1", "b1"), one("guards", "a1", "b2"), one("freezes", "b1", "b2"), one("freezes", "b2", "b1")],
  } as unknown as View;

  it("lists each active power once, by the piece that exerts it", () => {
    expect(legend(info, view, names)).toEqual([
      { code: "guards", aura: "shelter", sentences: ["Guard A1 — Guards: Child B1, Child B2."] },
      { code: "freezes", aura: "frost", sentences: ["Child B1 — Freezes with: Child B2."] },
    ]);
  });

  it("is empty without active powers", () => {
    expect(legend(info, { ...view, relations: [] }, names)).toEqual([]);
  });
});
