import { describe, expect, it, vi } from "vitest";
import "../rules/loaded.testing";
import type { MoveView } from "../api/types.generated";

// The settings look at the browser as they are loaded.
vi.stubGlobal("navigator", { languages: ["en"] });
const { Entry } = await import("./entry.svelte");
const { games, Match } = await import("../rules/rules");

/** A game of a spec in which the next move of those that lead there ends it as a draw, seen by whoever enters it. */
function nearlyDrawn(spec: string, apart: boolean) {
  const match = new Match(spec);
  let move: MoveView | undefined;
  for (;;) {
    move = match.view("en").moves[0];
    if (!move) throw new Error(`${spec} has ended`);
    if (match.foresee(move.text, "en").ended) break;
    match.play(move.text);
  }
  const view = match.view("en");
  const played: string[] = [];
  const said: string[] = [];
  const game = {
    match,
    view,
    seen: view,
    live: true,
    playable: true,
    apart,
    unhurried: false,
    ours: () => true,
    degree: "enforced" as const,
    draft: null,
    scene: { pieces: view.pieces, change: null },
    looked: null,
    play: ({ text }: MoveView) => played.push(text) > 0,
    say: (...sentences: string[]) => void said.push(...sentences),
  };
  return { entry: new Entry(game), move, played, said };
}

const SPECS = games("en").map(({ id }) => `${id}:quiet-limit=1`);
const press = { dropped: false, coarse: false };

describe("a move that ends the game as a draw", () => {
  it.each(SPECS)("is asked about before it goes to somebody elsewhere: %s", (spec) => {
    const { entry, move, played, said } = nearlyDrawn(spec, true);
    entry.propose(move, false);
    expect([played, entry.pending, entry.draws]).toEqual([[], move, "too many moves without a capture"]);
    expect(said).toContain("This move ends the game as a draw: too many moves without a capture.");
    // A second press on its end is no answer.
    const end = move.squares.at(-1);
    if (end) entry.press(end, press);
    expect(played).toEqual([]);
    entry.confirm();
    expect(played).toEqual([move.text]);
    entry.letGo();
    expect(entry.draws).toBeNull();
  });

  it.each(SPECS)("is asked about where it is typed, too: %s", (spec) => {
    const { entry, move, played } = nearlyDrawn(spec, true);
    expect(entry.type(move.text)).toBeNull();
    expect([played, entry.draws]).toEqual([[], "too many moves without a capture"]);
  });

  it.each(SPECS)("is said where a move is shown first, and played at once where it can be taken back: %s", (spec) => {
    const shown = nearlyDrawn(spec, false);
    shown.entry.propose(shown.move, true);
    expect([shown.played, shown.entry.draws]).toEqual([[], "too many moves without a capture"]);
    const plain = nearlyDrawn(spec, false);
    plain.entry.propose({ ...plain.move, notices: [] }, false);
    expect(plain.played).toEqual([plain.move.text]);
  });
});
