import { describe, expect, test } from "vitest";
import { readDraft, replaces } from "./notesDraft";

describe("unsaved notes", () => {
  test("are read with the version that they replace, also in the old format without one", () => {
    expect(readDraft(null)).toBeNull();
    expect(readDraft('{"text":"a","version":"v"}')).toEqual({ text: "a", version: "v" });
    for (const text of ["", "e5!", "5", "null", "{}", '{"text":5}', "{oh"]) expect(readDraft(text)).toEqual({ text, version: null });
  });

  test("never overwrite notes that were not read", () => {
    const kept = { text: "theirs", version: "v2" };
    expect(replaces({ text: "mine", version: "v1" }, kept)).toBe("v1");
    expect(replaces({ text: "mine", version: null }, kept)).toBeNull();
    expect(replaces({ text: "theirs", version: null }, kept)).toBe("v2");
    expect(replaces({ text: "mine", version: null }, { text: "", version: "v0" })).toBe("v0");
  });
});
