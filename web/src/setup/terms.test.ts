import { describe, expect, it } from "vitest";
import type { GameInfo, NewGame } from "@entourage/rules";
import { usualTerms, withTerms } from "./terms";

const info = { catalogue: { picks: 3, cards: ["a", "b", "c"].map((code) => ({ code })) } } as unknown as GameInfo;
const wanted: NewGame = { spec: "game", players: [{ kind: "human" }, { kind: "human" }] };

describe("the terms of a setup", () => {
  it("are asked of the server", () => {
    expect(withTerms(info, wanted, usualTerms)).toEqual({ ...wanted, setup: { picks: 3, secret: true } });
    expect(withTerms(info, wanted, { ...usualTerms, manner: "open", picks: 1 }).setup).toEqual({ picks: 1, secret: false });
    expect(withTerms(info, wanted, { ...usualTerms, picks: 9 }).setup?.picks).toBe(3);
  });

  it("put banned pairs into the spec", () => {
    const bans: [string, string][] = [["a", "b"], ["a", "gone"]];
    expect(withTerms(info, wanted, { ...usualTerms, bans }).spec).toBe("game:ban=a+b");
    expect(withTerms(info, { ...wanted, spec: "game:x" }, { ...usualTerms, bans }).spec).toBe("game:x,ban=a+b");
  });

  it("are left out where there is nothing to set up", () => {
    expect(withTerms(info, wanted, { ...usualTerms, manner: "none" })).toEqual(wanted);
    expect(withTerms({ catalogue: null } as GameInfo, wanted, usualTerms)).toEqual(wanted);
    expect(withTerms(info, { ...wanted, position: "p" }, usualTerms)).toEqual({ ...wanted, position: "p" });
  });
});
