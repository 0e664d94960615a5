import { describe, expect, it } from "vitest";
import "../rules/loaded.testing";
import { readPlan, writePlan, type Branch } from "../analysis/conditionalMoves";
import { FIGURES, readPace, writePace } from "../clock/timeControl";
import { announcedBy, awayFor, freeDays, leftFor, pausedFor, shown, sideClock } from "../clock/reading";
import { readSpan } from "../clock/span";
import { apply } from "./outbox";
import type { GameState } from "./state";
import type { ClockState, GameEvent } from "@entourage/rules";

// The scripted games from the tests of crates/record; tests/all/scripts.rs describes the format.
const files = import.meta.glob<string>("../../../crates/record/tests/data/**/*.txt", { query: "?raw", import: "default", eager: true });

/** Lists the lines of a file. */
function linesOf(file: string): string[] {
  const path = Object.keys(files).find((path) => path.endsWith(`/data/${file}`));
  return (files[path ?? ""] ?? "").split("\n");
}

const games = Object.keys(files).flatMap((path) => /games\/[^/]+$/.exec(path) ?? []);

/** The state of a game according to a script; fields without a value are omitted. */
type Found = Partial<Omit<GameState, "status">> & { seq: number; moves: string[]; clock?: ClockState };

const begun: GameState = {
  spec: "game",
  rulesVersion: "1",
  start: "start",
  seq: 0,
  events: [],
  moves: [],
  resigned: null,
  players: [{ kind: "human" }, { kind: "human" }],
  status: "ongoing",
  createdAt: 1000,
  frozen: null,
};

it("the scripts are found", () => expect(games.length).toBeGreaterThanOrEqual(10));

describe.each(games)("the script %s", (name) => {
  const lines = linesOf(name);

  it("produces the same states on the page as on the server", () => {
    let state = begun;
    let checked = 0;
    for (const [i, line] of lines.entries()) {
      if (line.startsWith("game ")) state = begun;
      const event = /^do \S+ \d+ (.*)$/.exec(line)?.[1];
      if (event === undefined) continue;
      state = apply(state, JSON.parse(event) as GameEvent);
      const found = JSON.parse((lines[i + 1] ?? "").slice(2)) as Found;
      const told = {
        seq: found.seq,
        moves: found.moves,
        protest: found.protest ?? null,
        resigned: found.resigned ?? null,
        offer: found.offer ?? null,
        agreed: found.agreed ?? false,
        aborted: found.aborted ?? null,
        flagged: found.flagged ?? null,
        lapsed: found.lapsed ?? false,
        rematch: found.rematch ?? false,
      };
      expect(state, line).toMatchObject(told);
      checked += 1;
    }
    expect(checked).toBeGreaterThan(0);
  });

  it("shows the same clocks as the server between two readings", () => {
    let before: ClockState | null = null;
    for (const [i, line] of lines.entries()) {
      if (!line.startsWith("= ")) continue;
      const { clock } = JSON.parse(line.slice(2)) as Found;
      // Only if nothing happened in between.
      if (before && clock && lines[i - 1]?.startsWith("look ")) {
        const heard = { clock: before, at: 0 };
        const passed = clock.now - before.now;
        for (const side of [1, 2] as const) {
          const { grace, bank, away, announced } = sideClock(clock, side);
          expect(shown(heard, side, passed), line).toMatchObject({ left: grace + bank, bank });
          expect([awayFor(heard, side, passed), announcedBy(heard, side, passed)], line).toEqual([away, announced]);
          expect(freeDays(heard, side), line).toBe(freeDays({ clock, at: 0 }, side));
        }
        expect([pausedFor(heard, passed), leftFor(heard, passed)], line).toEqual([clock.paused, clock.left]);
      }
      before = clock ?? null;
    }
  });
});

/** Reads a file of valid strings, with the value of each. */
function texts(file: string): [string, unknown][] {
  const lines = linesOf(file);
  return lines.flatMap((line, i) => (line.startsWith("+ ") ? [[line.slice(2), JSON.parse((lines[i + 1] ?? "").slice(2))] as [string, unknown]] : []));
}

it.each(texts("plans.txt"))("the page parses and serialises the conditional moves %s like the server", (text, branches) => {
  expect(readPlan(text)).toEqual(branches);
  expect(writePlan(branches as Branch[])).toBe(text);
});

it.each(texts("paces.txt"))("the page parses and serialises the time control %s like the server", (text, pace) => {
  const parts = readPace(text);
  const units = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 };
  const figures = FIGURES.map((name) => {
    const span = readSpan(parts.figures[name] ?? "");
    const milliseconds = span === null ? 0 : span.count * units[span.unit];
    return [name, name === "vacation" ? milliseconds / units.d : milliseconds];
  });
  expect({ kind: parts.kind, figures: Object.fromEntries(figures) as unknown }).toEqual(pace);
  expect(writePace(parts)).toBe(text);
});
