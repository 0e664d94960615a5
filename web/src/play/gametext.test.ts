import { describe, expect, it } from "vitest";
import { characterAt, isOurs, readGame, writeGame } from "./gametext";

describe("game text", () => {
  it("is parsed as it was written", () => {
    const game = { spec: "game:a,repetition=3", start: "3/3/3 w -", moves: Array.from({ length: 23 }, (_, i) => `a1a${i}`), degree: "enforced" as const };
    expect(readGame(writeGame(game))).toEqual(game);
    expect(readGame(writeGame({ ...game, moves: [] }))).toEqual({ ...game, moves: [] });
  });

  it("accepts extra white space and any line endings", () => {
    expect(readGame("\r\n  game \r\n 3/3 w\r\n\r\n a1a2   a2a3\r\na3a4 ")).toEqual({
      spec: "game",
      start: "3/3 w",
      moves: ["a1a2", "a2a3", "a3a4"],
      degree: "enforced",
    });
  });

  it("states its rule enforcement, which is inferred from the moves of older texts", () => {
    const game = { spec: "game", start: "3/3 w", moves: ["~Ka1-a2"], degree: "warned" as const };
    expect(writeGame(game)).toBe("game warned\n3/3 w\n~Ka1-a2\n");
    expect(readGame(writeGame(game))).toEqual(game);
    expect(readGame("game\n3/3 w\n~Ka1-a2 ~pass")).toMatchObject({ degree: "free" });
    expect(readGame("game\n3/3 w\na1a2 ~pass")).toMatchObject({ degree: "warned" });
  });

  it("is rejected with a code for what is missing", () => {
    expect(readGame(" \n")).toEqual({ code: "empty" });
    expect(readGame("game")).toEqual({ code: "noPosition" });
  });

  it("has byte offsets converted to character offsets", () => {
    expect(characterAt("éa", 2)).toBe(1);
    expect(characterAt("abc", 2)).toBe(2);
  });
});

describe("a pasted game", () => {
  it("is in Entourage's format if the second line is a position", () => {
    expect(isOurs("game:repetition=3\n3/3 w -\na1a2")).toBe(true);
    expect(isOurs("\n game \n\n 3/3 w -\n")).toBe(true);
    expect(isOurs("game:repetition=3")).toBe(true);
    expect(isOurs("game free\nKa1,-b2 1\n~pass")).toBe(true);
    expect(isOurs("game:a warned\n3/3 w -")).toBe(true);
    expect(isOurs("game\nKa1,-b2 1")).toBe(false);
    expect(isOurs("game loose\n3/3 w -")).toBe(false);
  });

  it("is in Game Courier's format otherwise", () => {
    for (const text of ["$default['game'] = 'x';", "S e3-e4\ns e9-e8", "e3-e4", "pass\nS e3-e4 // x", "// a remark/of theirs\ne3-e4", "pass\n// a/b c"]) {
      expect(isOurs(text)).toBe(false);
    }
  });
});
