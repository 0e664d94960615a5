import { describe, expect, it } from "vitest";
import { draftOf, emptyTerms, termsOf } from "./terms";
import type { Tournament } from "@entourage/rules";

describe("the terms of a tournament", () => {
  it("are empty if the fields are empty or invalid", () => {
    expect(termsOf(emptyTerms())).toEqual({});
    expect(termsOf({ ...emptyTerms(), beginsAt: "nonsense" })).toEqual({});
  });

  it("survive conversion to form fields and back", () => {
    const one = { begins_at: 1_790_000_040_000, begins_with: 8, most: 16, lowest: 1400, highest: null } as Tournament;
    expect(termsOf(draftOf(one))).toEqual({ begins_at: 1_790_000_040_000, begins_with: 8, most: 16, lowest: 1400 });
  });
});
