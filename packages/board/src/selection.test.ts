import { describe, expect, it } from "vitest";
import type { Manner, MoveView } from "@entourage/rules";
import { matching, press, targets } from "./selection";

function move(squares: string, manner: Manner = "move", choice: string | null = null): MoveView {
  const list = squares.split(" ");
  return {
    text: list.join("") + (choice ?? ""),
    squares: list,
    choice,
    manner,
    captures: [],
    legs: list,
    becomes: null,
    sentence: squares,
    effects: [],
    notices: [],
  };
}

const none = () => false;

describe("press", () => {
  const plain = [move("a1 a2"), move("a1 a3", "capture"), move("b1 b2")];

  it("selects, then moves", () => {
    expect(press(plain, [], "a1", none)).toEqual({ type: "selected", clicks: ["a1"] });
    expect(press(plain, ["a1"], "a3", none)).toEqual({ type: "move", move: plain[1] });
  });

  it("clears the selection on the second click, and selects another friendly piece", () => {
    expect(press(plain, ["a1"], "a1", none)).toEqual({ type: "cleared" });
    expect(press(plain, ["a1"], "b1", (square) => square === "b1")).toEqual({ type: "selected", clicks: ["b1"] });
  });

  it("refuses other squares, and friendly pieces if a piece is dropped on them", () => {
    expect(press(plain, ["a1"], "c3", none)).toEqual({ type: "refused", squares: ["a1", "c3"] });
    expect(press(plain, ["a1"], "b1", () => true, true)).toEqual({ type: "refused", squares: ["a1", "b1"] });
    expect(press(plain, ["a1"], "a1", none, true)).toEqual({ type: "selected", clicks: ["a1"] });
  });

  const staged = [move("f9 e8", "capture"), move("f9 e8 d8", "stages"), move("f9 e8 e7", "stages"), move("f9 g8 e7", "stages")];

  it("asks if several moves share the clicked squares", () => {
    const step = press(staged, ["f9"], "e8", none);
    expect(step).toMatchObject({ type: "choose", clicks: ["f9", "e8"] });
    expect(step.type === "choose" && step.options.map((option) => option.text)).toEqual(["f9e8", "f9e8d8", "f9e8e7"]);
    expect(press(staged, ["f9"], "e7", none)).toMatchObject({ type: "choose", clicks: ["f9", "e7"] });
  });

  it("continues from the chooser by clicks", () => {
    expect(press(staged, ["f9", "e8"], "e8", none)).toEqual({ type: "move", move: staged[0] });
    expect(press(staged, ["f9", "e8"], "d8", none)).toEqual({ type: "move", move: staged[1] });
  });

  it("accepts the end of a path for the whole path", () => {
    expect(press(staged, ["f9"], "d8", none)).toEqual({ type: "move", move: staged[1] });
  });

  it("waits for another click on a square where the path cannot end", () => {
    expect(press([move("a1 a2 a3", "stages")], ["a1"], "a2", none)).toEqual({ type: "selected", clicks: ["a1", "a2"] });
  });

  it("asks which choice is meant if several have the same squares", () => {
    const promotions = [move("a7 a8", "change", "=Q"), move("a7 a8", "change", "=R")];
    expect(press(promotions, ["a7"], "a8", none)).toMatchObject({ type: "choose", options: promotions });
  });

  it("selects a piece that can act on its own square, and acts on the second click", () => {
    const here = move("k1", "change", "=B");
    const walk = move("k1 k2");
    for (const moves of [[here], [here, walk]]) {
      expect(press(moves, [], "k1", none)).toEqual({ type: "selected", clicks: ["k1"] });
      expect(press(moves, ["k1"], "k1", none)).toEqual({ type: "move", move: here });
      expect(press(moves, ["k1"], "k1", none, true)).toEqual({ type: "selected", clicks: ["k1"] });
    }
    expect(press([here, walk], ["k1"], "k2", none)).toEqual({ type: "move", move: walk });
    const several = [here, move("k1", "change", "=C"), walk];
    expect(press(several, ["k1"], "k1", none)).toMatchObject({ type: "choose", options: several.slice(0, 2) });
  });

  it("selects a friendly piece that a move only passes over", () => {
    const jumps = [move("a1 a2 a3", "leap"), move("a1 b2 c3", "leap"), move("a2 b2")];
    const own = (square: string) => ["a1", "a2"].includes(square);
    expect(press(jumps, ["a1"], "a2", own)).toEqual({ type: "selected", clicks: ["a2"] });
    expect(press(jumps, ["a1"], "b2", own)).toEqual({ type: "selected", clicks: ["a1", "b2"] });
    expect(press(jumps, ["a1"], "a3", own)).toEqual({ type: "move", move: jumps[0] });
    expect([...targets(jumps, ["a1"], own).keys()].sort()).toEqual(["a3", "b2", "c3"]);
    const trade = move("a1 a2", "swap");
    expect(press([...jumps, trade], ["a1"], "a2", own)).toEqual({ type: "move", move: trade });
    expect(targets([...jumps, trade], ["a1"], own).get("a2")?.moves).toEqual([trade]);
  });
});

describe("targets", () => {
  const staged = [move("f9 e8", "capture"), move("f9 e8 d8", "stages"), move("f9 f8")];

  it("distinguishes types of moves and includes squares along the path", () => {
    const found = targets(staged, ["f9"], none);
    expect([...found.keys()].sort()).toEqual(["d8", "e8", "f8"]);
    expect(found.get("e8")?.manners).toEqual(new Set(["capture", "stages"]));
    expect(found.get("f8")?.manners).toEqual(new Set(["move"]));
  });

  it("marks every capture, whatever the type of move", () => {
    const flight = [{ ...move("f9 e7", "leap"), captures: ["e7"] }, move("f9 a1", "leap")];
    const found = targets([...flight, { ...move("f9 e8 d8", "stages"), captures: ["e8"] }], ["f9"], none);
    expect(found.get("e7")?.manners).toEqual(new Set(["leap", "capture"]));
    expect(found.get("a1")?.manners).toEqual(new Set(["leap"]));
    expect(found.get("e8")?.manners).toEqual(new Set(["stages", "capture"]));
    expect(found.get("d8")?.manners).toEqual(new Set(["stages"]));
  });

  it("shows an action without movement on the piece's own square", () => {
    const found = targets([move("k1", "change", "=B"), move("k1 k2")], ["k1"], none);
    expect(found.get("k1")?.manners).toEqual(new Set(["change"]));
    expect([...found.keys()]).toEqual(["k1", "k2"]);
  });

  it("shows the remaining squares of a path", () => {
    expect([...targets(staged, ["f9", "e8"], none).keys()]).toEqual(["d8"]);
    expect(targets(staged, [], none).size).toBe(0);
    expect(matching(staged, ["f9", "e8"])).toHaveLength(2);
  });
});

describe("the target of a placement after a move", () => {
  const put = (squares: string) => {
    const all = squares.split(" ");
    return { ...move(squares), legs: all.slice(0, 2) };
  };
  const shots = [put("d1 d2 d7"), put("d1 d7 d2"), put("d1 d7 g7"), put("d1 d7 d1")];

  it("is selected after the square where the piece stops", () => {
    expect([...targets(shots, ["d1"], none).keys()]).toEqual(["d2", "d7"]);
    expect(press(shots, ["d1"], "d7", none)).toEqual({ type: "selected", clicks: ["d1", "d7"] });
    expect([...targets(shots, ["d1", "d7"], none).keys()]).toEqual(["d2", "g7", "d1"]);
    expect(press(shots, ["d1", "d7"], "g7", none)).toEqual({ type: "move", move: shots[2] });
  });

  it("differs from a capture elsewhere, which can be clicked at once", () => {
    const burst = { ...put("a1 a3 a4"), captures: ["a4"] };
    expect([...targets([burst], ["a1"], none).keys()]).toEqual(["a3", "a4"]);
    expect(press([burst], ["a1"], "a4", none)).toEqual({ type: "move", move: burst });
  });

  it("can be the square that the piece left", () => {
    expect(press(shots, ["d1", "d7"], "d1", (square) => square === "d1")).toEqual({ type: "move", move: shots[3] });
  });

  it("is selected before the promotion choice", () => {
    const becoming = [{ ...put("e7 e8 a3"), text: "e7e8q/a3" }, { ...put("e7 e8 a3"), text: "e7e8n/a3" }];
    expect(press(becoming, ["e7"], "e8", none)).toEqual({ type: "selected", clicks: ["e7", "e8"] });
    expect(press(becoming, ["e7", "e8"], "a3", none)).toMatchObject({ type: "choose", clicks: ["e7", "e8", "a3"] });
  });
});
