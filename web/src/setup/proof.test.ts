import { beforeEach, describe, expect, test, vi } from "vitest";
import type { GameEvent } from "@entourage/rules";
import { command, commitmentTo, drawSalt, note, noted, promise, promised } from "./proof";

describe("commitments", () => {
  const salt = "00112233445566778899aabbccddeeff".repeat(2);
  const text = promise("a".repeat(26), 2, "reaper@G+jolt@Y/KBGRY", salt);

  test("are the hash of five lines, as specified in docs/SERVER.md", async () => {
    expect(await commitmentTo(text)).toBe("a20935c68f4df8ecf07e74c117f389969fe1f2e5cb4daa800853146c9d87aa31");
    expect(text.split("\n")).toHaveLength(6);
  });

  test("can be recomputed by a command", () => {
    expect(command(text)).toBe(`printf '%s\\n' 'entourage setup 1' '${"a".repeat(26)}' '2' 'reaper@G+jolt@Y/KBGRY' '${salt}' | sha256sum`);
    expect(command("it's\n")).toBe(`printf '%s\\n' 'it'\\''s' | sha256sum`);
  });

  test("use a different salt each time", () => {
    const salts = Array.from({ length: 50 }, drawSalt);
    expect(new Set(salts).size).toBe(50);
    expect(salts.every((one) => /^[0-9a-f]{64}$/.test(one))).toBe(true);
  });

  test("are read from the record", () => {
    const events: GameEvent[] = [
      { type: "setup", side: 2, setup: "", commitment: "ab" },
      { type: "setup", side: 1, setup: "x" },
    ];
    expect(promised(events)).toEqual([{ side: 2, commitment: "ab", setup: "", salt: "" }]);
  });
});

describe("the commitments stored on this device", () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
  });

  test("are kept for the latest games only", () => {
    for (let game = 0; game < 60; game++) note(`g${game}`, 1, `c${game}`);
    expect([noted("g59", 1), noted("g59", 2), noted("g0", 1)]).toEqual(["c59", null, null]);
    note("g59", 1, "other");
    expect(noted("g59", 1)).toBe("other");
  });
});
