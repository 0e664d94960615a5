import { describe, expect, it, vi } from "vitest";
import type { GameInfo, Prospect } from "@entourage/rules";

vi.stubGlobal("navigator", { languages: ["en"] });
const { explainWords } = await import("./explainWords");
const { inPieces, movesToEnd, winnings } = await import("./hint");

const info = { kinds: [{ name: "Guard" }, { name: "Child" }] } as unknown as GameInfo;
const prospect = (more: Partial<Prospect>): Prospect => ({ line: [], gain: 0, won: [], lost: [], alert: null, end: null, weighing: null, ...more });

describe("the outcome of a hint", () => {
  const say = (more: Partial<Prospect>, score = "+0.10") => winnings({ prospect: prospect(more), score }, info, explainWords());

  it("is the end of the game if that is certain", () => {
    expect([movesToEnd("#5"), movesToEnd("#-2"), movesToEnd("+1.00")]).toEqual([5, -2, null]);
    expect(say({}, "#1")).toEqual(["This wins the game."]);
    expect(say({}, "#-3")[0]).toContain("your opponent can win in 3");
  });

  it("is otherwise the material won and lost in its line", () => {
    expect(say({ won: [{ kind: 0, side: 2 }], lost: [{ kind: 1, side: 1 }], gain: -250, alert: 3 })).toEqual([
      "Wins Guard.",
      "Loses Child.",
      "This line loses about 2.5 points of material (the least valuable piece is worth 1).",
      "Move 2 of the line gives check or makes a similar threat.",
    ]);
    expect(say({})).toEqual([explainWords().even]);
    expect(inPieces(400)).toBe("4");
  });
});
