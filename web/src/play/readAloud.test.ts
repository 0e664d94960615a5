import { describe, expect, it, vi } from "vitest";
import "../rules/loaded.testing";

vi.stubGlobal("navigator", { languages: ["en"] });
const { games, Match } = await import("../rules/rules");
const { namesOf } = await import("@entourage/board/names");
const { explainWords } = await import("./explainWords");
const { lastMoveAloud, movesAloud, positionAloud } = await import("./readAloud");

describe("the text read aloud", () => {
  it.each(games("en").map((info) => [info.name, info] as const))("includes all pieces of %s, and the moves of a piece", (_, info) => {
    const match = new Match(info.spec, info.start, []);
    const view = match.view("en");
    const aloud = { info, view, names: namesOf(info, "ours"), words: explainWords() };
    const told = positionAloud(aloud);
    for (const piece of view.pieces) expect(told).toMatch(new RegExp(`\\b${piece.square}\\b`));
    expect(told.startsWith(`${view.statusText}.`)).toBe(true);
    expect(lastMoveAloud([], 0, aloud)).toBe(explainWords().noLastMove);
    expect(movesAloud(null, aloud)).toBe(explainWords().nothingChosen);
    const first = view.moves.find((move) => move.squares.length > 1);
    const square = first?.squares[0] ?? "";
    const count = view.moves.filter((move) => move.squares[0] === square).length;
    expect(movesAloud(square, aloud)).toContain(count === 1 ? "1 move:" : `${count} moves:`);
    match.play(first?.text ?? "");
    const record = match.record("en");
    expect(lastMoveAloud(record, 1, aloud)).toContain(record[0]?.sentence);
    match.free();
  });
});
