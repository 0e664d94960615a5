import { describe, expect, it, vi } from "vitest";
import "../rules/loaded.testing";

// The settings module reads the browser's languages when it loads.
vi.stubGlobal("navigator", { languages: ["en"] });
const { games } = await import("../rules/rules");
const { readRules } = await import("../book/page");
const { rulesText } = await import("../book/texts");
const { settings } = await import("../settings/settings.svelte");
const { Trial } = await import("./trial.svelte");

const TAP = { coarse: true, dropped: false };

/** Returns the diagrams of all games, with a trial for each. */
async function diagrams() {
  const all = await Promise.all(games("en").map(async (info) => ({ info, passages: await readRules(await rulesText(info.id, "en")) })));
  return all.flatMap(({ info, passages }) => passages.flatMap((passage) => (passage.type === "diagram" ? [{ info, shown: passage }] : [])));
}

describe("a playable diagram", () => {
  it("plays the demonstration moves in the rules of every game, and resets", async () => {
    const found = await diagrams();
    expect(new Set(found.map(({ info }) => info.id)).size).toBe(games("en").length);
    for (const { info, shown } of found) {
      const trial = new Trial({ spec: info.spec, position: shown.position, moves: shown.moves });
      const before = trial.view.position;
      for (const move of shown.moves) {
        expect(trial.next).toBe(move);
        trial.show();
        expect(trial.told, `${move}: ${shown.caption}`).toMatchObject({ refused: false });
        expect(trial.moved).toBe(true);
      }
      expect(trial.next).toBeUndefined();
      trial.putBack();
      expect([trial.view.position, trial.moved, trial.told, trial.next]).toEqual([before, false, null, shown.moves[0]]);
      trial.free();
    }
  });

  it("lets the pieces of either side be selected, or explains why not", async () => {
    for (const { info, shown } of await diagrams()) {
      const trial = new Trial({ spec: info.spec, position: shown.position, moves: shown.moves });
      const { side } = trial.view;
      const pieces = trial.view.pieces.filter((piece) => piece.side !== side);
      trial.press(pieces[0]?.square ?? "", TAP);
      // Either the piece is selected, or the refusal is explained.
      if (trial.view.side === side) expect(trial.told).toMatchObject({ refused: true, sentence: expect.stringMatching(/\S/) });
      else expect(trial.clicks).toEqual([pieces[0]?.square]);
      trial.free();
    }
  });

  it("explains an illegal move with the cited rule, and clears the explanation", () => {
    for (const info of games("en")) {
      const trial = new Trial({ spec: info.spec, position: info.start, moves: [] });
      const own = trial.view.pieces.filter((piece) => piece.side === trial.view.side);
      const [from, to] = [own[0]?.square ?? "", trial.view.pieces.find((piece) => piece.side !== trial.view.side)?.square ?? ""];
      trial.press(from, TAP);
      expect(trial.clicks).toEqual([from]);
      trial.press(to, TAP);
      expect(trial.told).toMatchObject({ refused: true, changes: [] });
      expect(trial.told?.reasons[0]?.ruling).toMatch(/^[\w-]+$/);
      expect(trial.clicks).toEqual([from]);
      // Another press selects the other side's piece.
      trial.press(to, TAP);
      expect(trial.clicks).toEqual([to]);
      trial.letGo();
      expect([trial.told, trial.clicks, trial.moved]).toEqual([null, [], false]);
      trial.free();
    }
  });

  it("uses the standard notation, like the text beside it", () => {
    for (const info of games("en")) {
      const sentences = (notation: "ours" | "courier") => {
        settings.notation = notation;
        const trial = new Trial({ spec: info.spec, position: info.start, moves: [] });
        const sentence = trial.view.moves[0]?.sentence;
        trial.free();
        return sentence;
      };
      expect(sentences("courier")).toBe(sentences("ours"));
      settings.notation = "ours";
    }
  });
});
