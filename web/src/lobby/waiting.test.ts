import { beforeEach, describe, expect, it, vi } from "vitest";
import { keep, kept, type Waiting } from "./waiting";

const seek = (name: string, lasts: boolean, since = 1_000): Waiting => ({ seek: name, key: `key of ${name}`, spec: "game", pace: "unlimited", lasts, opponent: null, since });

describe("seeks of this device", () => {
  const store = new Map<string, string>();
  beforeEach(() => {
    store.clear();
    vi.stubGlobal("localStorage", { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => store.set(key, value) });
  });

  it("are stored if they outlive a visit, for as long as the server keeps them", () => {
    keep([seek("a", true), seek("b", false)]);
    expect(kept(2_000)).toEqual([seek("a", true)]);
    expect(kept(2_000 + 16 * 86_400_000)).toEqual([]);
  });

  it("are empty if the stored value is invalid", () => {
    for (const text of ["", "{}", "[1]", "nonsense"]) {
      store.set("entourage.seeks", text);
      expect(kept(2_000)).toEqual([]);
    }
  });
});
