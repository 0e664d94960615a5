import { describe, expect, it } from "vitest";
import type { MoveView } from "@entourage/rules";
import { wayLabel } from "./label";

function label(legs: string, captures: string, more: Partial<MoveView> = {}): string {
  const list = (names: string) => names.split(" ").filter((name) => name !== "");
  const move: MoveView = {
    text: "text",
    squares: list(legs),
    choice: null,
    manner: "move",
    captures: list(captures),
    legs: list(legs),
    becomes: null,
    sentence: "",
    effects: [],
    notices: [],
    ...more,
  };
  return wayLabel(move);
}

describe("wayLabel", () => {
  it("distinguishes steps from captures, along the path and at its end", () => {
    expect(label("f9 e8 d8", "e8")).toBe("f9 × e8 → d8");
    expect(label("f9 e8", "e8")).toBe("f9 × e8");
    expect(label("f11 a11", "", { manner: "swap" })).toBe("f11 ⇄ a11");
  });

  it("lists pieces captured beside the path where the move's squares name them, or at the end", () => {
    expect(label("a3 a5", "a4", { squares: ["a3", "a4", "a5"] })).toBe("a3 × a4 → a5");
    expect(label("b1 b4", "b5", { squares: ["b1", "b4", "b5"] })).toBe("b1 → b4 × b5");
    expect(label("a9 a10", "b11 c12")).toBe("a9 → a10 × b11 × c12");
  });

  it("includes what a piece becomes", () => {
    expect(label("a7 a8", "", { choice: "Queen", becomes: 4, manner: "change" })).toBe("a7 → a8 = Queen");
    expect(label("a2", "", { choice: "Bawn", becomes: 1, manner: "change" })).toBe("a2 = Bawn");
  });

  it("uses the move's text if the path does not identify the move", () => {
    expect(label("b3 c11", "", { text: "b3||c11", manner: "change" })).toBe("b3||c11");
    expect(label("a3 b6", "", { text: "a3@b6", choice: "a3@b6", manner: "leap" })).toBe("a3@b6");
    expect(label("", "", { text: "end", manner: "pass" })).toBe("end");
  });
});
