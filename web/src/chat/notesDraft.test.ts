import { describe, expect, test } from "vitest";
import { readDraft, replaces } from "./notesDraft";

describe("notes that the server has not heard", () => {
  test("are read with the version that they replace, and as an earlier page kept them", () => {
    expect(readDraft(null)).toBeNull();
    expect(readDraft('{"text":"a","version":"v"}')).toEqual({ text: "a", version: "v" });
    for (const text of ["", "e5!", "5", "null", "{}", '{"text":5}', "{oh"]) expect(readDraft(text)).toEqual({ text, version: null });
  });

  test("replace nothing that was not read", () => {
    const kept = { text: "theirs", version: "v2" };
    expect(replaces({ text: "mine", version: "v1" }, kept)).toBe("v1");
    expect(replaces({ text: "mine", version: null }, kept)).toBeNull();
    expect(replaces({ text: "theirs", version: null }, kept)).toBe("v2");
    expect(replaces({ text: "mine", version: null }, { text: "", version: "v0" })).toBe("v0");
  });
});
