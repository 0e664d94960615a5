import { describe, expect, it, vi } from "vitest";
import "../rules/loaded.testing";
import type { MoveView } from "@entourage/rules";

// The settings module reads the browser's languages when it loads.
vi.stubGlobal("navigator", { languages: ["en"] });
const { Entry } = await import("./entry.svelte");
const { games, Match } = await import("../rules/rules");

/** Sets up a game in which the user's next move ends the game in a draw. */
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
    expects: false,
    owns: () => true,
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

describe("a move that draws the game", () => {
  it.each(SPECS)("needs confirmation before it is sent to an opponent on another device: %s", (spec) => {
    const { entry, move, played, said } = nearlyDrawn(spec, true);
    entry.propose(move, false);
    expect([played, entry.pending, entry.draws]).toEqual([[], move, "too many moves without a capture"]);
    expect(said).toContain("This move ends the game in a draw: too many moves without a capture.");
    // A second press on the destination does not confirm the move.
    const end = move.squares.at(-1);
    if (end) entry.press(end, press);
    expect(played).toEqual([]);
    entry.confirm();
    expect(played).toEqual([move.text]);
    entry.letGo();
    expect(entry.draws).toBeNull();
  });

  it.each(SPECS)("needs confirmation if it is typed, too: %s", (spec) => {
    const { entry, move, played } = nearlyDrawn(spec, true);
    expect(entry.type(move.text)).toBeNull();
    expect([played, entry.draws]).toEqual([[], "too many moves without a capture"]);
  });

  it.each(SPECS)("is announced if moves are confirmed, and played at once if it can be taken back: %s", (spec) => {
    const shown = nearlyDrawn(spec, false);
    shown.entry.propose(shown.move, true);
    expect([shown.played, shown.entry.draws]).toEqual([[], "too many moves without a capture"]);
    const plain = nearlyDrawn(spec, false);
    plain.entry.propose({ ...plain.move, notices: [] }, false);
    expect(plain.played).toEqual([plain.move.text]);
  });
});

describe("a premove", () => {
  const mouse = { coarse: false, dropped: false };
  /** A game in which the second side is thinking, its reply, and a move of the first side that will be legal after the reply. */
  function waiting() {
    for (const { spec } of games("en").filter((one) => !one.catalogue)) {
      const match = new Match(spec);
      const view = () => match.view("en");
      const first = view().moves.find((move) => move.squares.length > 1)?.text ?? "";
      match.play(first);
      const answer = view().moves.find((move) => move.squares.length > 1)?.text ?? "";
      const thinks = view();
      match.play(answer);
      const ends = (move: MoveView) => `${move.squares[0]} ${move.squares.at(-1)}`;
      const { moves } = view();
      const then = moves.find((move) => move.squares.length > 1 && moves.filter((other) => ends(other) === ends(move)).length === 1);
      match.undo();
      if (then && thinks.side === 2) return { match, thinks, answer, then, legal: moves };
    }
    throw new Error("no built-in game fits this test");
  }

  function ahead() {
    const { match, thinks, answer, then, legal } = waiting();
    const played: string[] = [];
    const said: string[] = [];
    const own = new Set(thinks.pieces.filter((piece) => piece.side === 1).map((piece) => piece.square));
    const game = {
      match,
      view: thinks,
      seen: thinks,
      live: true,
      playable: false,
      expects: true,
      owns: (square: string) => own.has(square),
      apart: true,
      unhurried: false,
      ours: () => false,
      degree: "enforced" as const,
      draft: null,
      scene: { pieces: [], change: null },
      looked: null,
      play: ({ text }: MoveView) => played.push(text) > 0,
      say: (...sentences: string[]) => void said.push(...sentences),
    };
    const entry = new Entry(game);
    const arrive = () => {
      match.play(answer);
      Object.assign(game, { view: match.view("en"), playable: true, expects: false });
      entry.arrive();
    };
    const [from, to] = [then.squares[0] ?? "", then.squares.at(-1) ?? ""];
    const foreign = thinks.pieces.find((piece) => piece.side === 2)?.square ?? "";
    return { entry, played, said, arrive, from, to, foreign, then, legal };
  }

  it("is played as soon as it is the user's turn", () => {
    const { entry, played, arrive, from, to, then } = ahead();
    entry.press(from, mouse);
    entry.press(to, mouse);
    expect(entry.ahead).toEqual({ from, to });
    arrive();
    expect([played, entry.ahead]).toEqual([[then.text], null]);
  });

  it("is cancelled with an announcement if it is not legal then", () => {
    const { entry, played, said, arrive, from, foreign, legal } = ahead();
    expect(legal.some((move) => move.squares[0] === from && move.squares.at(-1) === foreign)).toBe(false);
    entry.press(from, mouse);
    entry.press(foreign, mouse);
    arrive();
    expect(played).toEqual([]);
    expect(said.at(-1)).toBe("Your premove was not legal and was cancelled.");
  });

  it("is cancelled by another click, and starts only from the user's own piece", () => {
    const { entry, played, arrive, from, to, foreign } = ahead();
    entry.press(foreign, mouse);
    expect(entry.clicks).toEqual([]);
    entry.press(from, mouse);
    entry.press(to, mouse);
    entry.press(foreign, mouse);
    expect(entry.ahead).toBeNull();
    arrive();
    expect(played).toEqual([]);
  });
});
