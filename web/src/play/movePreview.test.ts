import { describe, expect, it, vi } from "vitest";
import "../rules/loaded.testing";
import type { Change, MoveView } from "@entourage/rules";
import { en } from "../language/en";
import { fr } from "../language/fr";
import type { Game } from "./game.svelte";

// The settings module reads the browser's languages when it loads.
vi.stubGlobal("navigator", { languages: ["en"] });
const { games, Match } = await import("../rules/rules");
const { gathered, saying, weigh, weighed } = await import("./movePreview");

const change = (sign: Change["sign"], sentence: string): Change => ({ sign, sort: "safe", begins: true, squares: [], sentence });
const weighing = (...changes: Change[]) => ({ text: "", changes, comes: [], goes: [], stays: [], exposed: [], safe: [] });

describe("the preview of a move", () => {
  it("is grouped into gains and costs for the moving side, gains first", () => {
    const changes = [change("cost", "a"), change("gain", "b"), change("cost", "c")];
    expect(gathered(changes).map(({ sign, changes }) => [sign, ...changes.map((one) => one.sentence)])).toEqual([["gain", "b"], ["cost", "a", "c"]]);
  });

  it("is described in one announcement, also if nothing changes", () => {
    expect(saying(weighing(change("cost", "Frees X"), change("gain", "Silences Y"), change("gain", "Safe now: Z")), en)).toBe("Gains: Silences Y; Safe now: Z. Costs: Frees X.");
    expect(saying(weighing(change("both", "Gèle")), fr)).toBe("Les deux camps\u00a0: Gèle.");
    expect(saying(weighing(), en)).toBe(en.changesNothing);
  });

  const moves = ["a", "b", "c"].map((text) => ({ text }) as MoveView);
  const [a, b, c] = moves as [MoveView, MoveView, MoveView];
  const game = (entry: object, looked: string | null = null) => ({ entry: { pending: null, options: null, targets: new Map(), ...entry }, looked }) as unknown as Game;

  it("is that of the move awaiting confirmation, the hovered one, or the only one to the inspected square", () => {
    const targets = new Map([["x", { moves: [c] }], ["y", { moves: [a, b] }]]);
    expect(weighed(game({ pending: a, targets }, "x"), b)).toBe(a);
    expect(weighed(game({ targets }, "x"), b)).toBe(b);
    expect(weighed(game({ targets }, "x"), null)).toBe(c);
    expect(weighed(game({ targets }, "y"), null)).toBe(null);
    expect(weighed(game({ options: [a, b], targets }, "x"), null)).toBe(null);
    expect(weighed(game({ targets }), null)).toBe(null);
  });

  it("is requested from the rules once per move", () => {
    const asked: string[] = [];
    const match = { weigh: (text: string) => (asked.push(text), weighing()) };
    const board = { match, view: { moves } } as unknown as Game;
    expect(weigh(board, a)).toBe(weigh(board, a));
    weigh(board, c);
    expect(asked).toEqual(["a", "c"]);
  });

  it("comes from the rules, which provide none without enforcement or for moves of another position", () => {
    for (const { id } of games("en")) {
      const match = new Match(id);
      const { moves: legal } = match.view("en");
      const move = legal[0] as MoveView;
      const free = new Match(id, undefined, [], "free");
      const found = weigh({ match, view: { moves: legal } } as unknown as Game, move);
      expect(found?.text).toBe(move.text);
      expect(weigh({ match: free, view: { moves: legal } } as unknown as Game, move)).toBe(null);
      expect(weigh({ match, view: { moves: [] } } as unknown as Game, move)).toBe(null);
      match.free();
      free.free();
    }
  });
});
