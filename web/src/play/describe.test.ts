import { describe, expect, it } from "vitest";
import type { GameInfo, PieceView, View } from "@entourage/rules";
import { namePiece } from "@entourage/board/names";
import { en } from "../language/en";
import { describer } from "@entourage/board/describe";

const info = {
  sides: ["White", "Black"],
  kinds: [{ name: "Guard" }, { name: "Child" }],
  relations: [
    { code: "silences", felt: "Kept from capturing by: {}.", exerted: "Silences: {}.", aura: "silence", influence: "harms" },
  ],
  marks: [
    { code: "guard", name: "Guard" },
    { code: "grown", name: "Grown" },
  ],
} as unknown as GameInfo;

const piece = (square: string, side: 1 | 2, kind: number, marks: string[] = []): PieceView => ({ square, side, kind, marks, powers: [] });

describe("accessible names", () => {
  it("include the marks that the name of a piece does not imply", () => {
    expect(namePiece(piece("a1", 1, 0, ["guard"]), info, en)).toBe("White Guard");
    expect(namePiece(piece("a1", 2, 1, ["grown"]), info, en)).toBe("Black Child (Grown)");
  });

  const names = { square: (name: string) => name, label: () => "", board: info.board };

  it("describe the piece on a square and its possible moves", () => {
    const view = {
      side: 1,
      ended: null,
      pieces: [piece("a1", 1, 0), piece("b1", 1, 1), piece("c3", 2, 1)],
      moves: [{ squares: ["a1", "a2"] }, { squares: ["a1", "c3"] }],
      alertSquares: ["b1"],
      relations: [],
    } as unknown as View;
    const targets = new Map([["c3", { square: "c3", manners: new Set(["capture" as const]), moves: [] }]]);
    const say = describer({ info, view, live: true, selected: ["a1"], targets, last: ["c2"], changed: ["b1"], blamed: ["c3"], names }, en);
    expect(say("a1")).toBe("a1, White Guard, selected, 2 moves");
    expect(say("b1")).toBe("b1, White Child, no moves, under attack, affected by the last move");
    expect(say("c3")).toBe("c3, Black Child, possible: capture, makes the move illegal");
    expect(say("c2")).toBe("c2, empty, last move");
  });

  it("describe the powers that affect a piece, and what can capture it", () => {
    const view = { side: 1, ended: null, pieces: [piece("a1", 1, 0), piece("c3", 2, 1)], moves: [], alertSquares: [], relations: [{ kind: "silences", from: "c3", to: "a1", influence: "harms" }] } as unknown as View;
    const safety = { square: "c3", captors: ["a1"], attackers: ["a1"], needs: 1, reasons: [], sentence: "Can be captured by Guard a1." };
    const reach = { side: 1 as const, attacked: [], pieces: [safety] };
    const say = describer({ info, view, live: false, selected: [], targets: new Map(), last: [], blamed: [], names, reach }, en);
    expect(say("a1")).toBe("a1, White Guard, kept from capturing by: Child c3");
    expect(say("c3")).toBe("c3, Black Child, silences: Guard a1, can be captured by Guard a1");
  });
});
