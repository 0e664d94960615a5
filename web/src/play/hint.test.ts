import { describe, expect, it, vi } from "vitest";
import type { GameInfo, Prospect } from "@entourage/rules";

vi.stubGlobal("navigator", { languages: ["en"] });
const { explainWords } = await import("./explainWords");
const { movesToEnd, reasons, winnings } = await import("./hint");

const info = { kinds: [{ name: "Guard" }, { name: "Child" }] } as unknown as GameInfo;
const prospect = (more: Partial<Prospect>): Prospect => ({ line: [], gain: 0, won: [], lost: [], alert: null, end: null, weighing: null, causes: [], ...more });

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
      "This line loses 2.5 points of material (the least valuable piece is worth 1).",
      "Move 2 of the line gives check or makes a similar threat.",
    ]);
    expect(say({ won: [{ kind: 0, side: 2 }], gain: 100 })[1]).toContain("gains 1 point of material");
  });

  it("is the next move of the line if nothing else can be told", () => {
    const line = [1, 2, 1].map((side, i) => ({ ply: i + 1, side, sentence: `move ${i + 1}` })) as unknown as Prospect["line"];
    expect(say({ line })).toEqual(["This prepares move 3."]);
    expect(say({ line, alert: 1 })).toHaveLength(1);
    expect(say({})).toEqual([]);
  });
});

describe("the reasons of a hint", () => {
  const change = (sign: "gain" | "cost", sentence: string) => ({ sign, sort: "shelter" as const, begins: false, squares: [], sentence });

  it("are the main change of powers by the first move, and the changes that captures in the line exploit", () => {
    const line = ["one", "two", "three"].map((sentence, i) => ({ ply: i + 1, side: i % 2 === 0 ? 1 : 2, sentence })) as unknown as Prospect["line"];
    const weighing = { text: "", changes: [change("cost", "Loses a shelter"), change("gain", "Silences e6")], comes: [], goes: [], stays: [], exposed: [], safe: [] };
    const causes = [
      { ply: 1, capture: 3, sentence: "Silences e6" },
      { ply: 2, capture: 3, sentence: "e6 is no longer protected" },
    ];
    expect(reasons({ prospect: prospect({ line, weighing, causes }), score: "" }, explainWords())).toEqual(["Silences e6.", "After two: e6 is no longer protected."]);
    expect(reasons({ prospect: prospect({}), score: "" }, explainWords())).toEqual([]);
  });
});
