import { describe, expect, it } from "vitest";
import type { GameInfo, NewGame } from "@entourage/rules";
import { usualTerms, withTerms } from "./terms";

const info = { catalogue: { picks: 3, cards: ["a", "b", "c"].map((code) => ({ code })) } } as unknown as GameInfo;
const wanted: NewGame = { spec: "game", players: [{ kind: "human" }, { kind: "human" }] };

describe("setup terms", () => {
  it("are part of the request for a new game", () => {
    expect(withTerms(info, wanted, usualTerms)).toEqual({ ...wanted, setup: { picks: 3, secret: true } });
    expect(withTerms(info, wanted, { ...usualTerms, manner: "open", picks: 1 }).setup).toEqual({ picks: 1, secret: false });
    expect(withTerms(info, wanted, { ...usualTerms, picks: 9 }).setup?.picks).toBe(3);
  });

  it("add banned pairs to the spec", () => {
    const bans: [string, string][] = [["a", "b"], ["a", "gone"]];
    expect(withTerms(info, wanted, { ...usualTerms, bans }).spec).toBe("game:ban=a+b");
    expect(withTerms(info, { ...wanted, spec: "game:x" }, { ...usualTerms, bans }).spec).toBe("game:x,ban=a+b");
  });

  it("are omitted if there is nothing to set up", () => {
    expect(withTerms(info, wanted, { ...usualTerms, manner: "none" })).toEqual(wanted);
    expect(withTerms({ catalogue: null } as GameInfo, wanted, usualTerms)).toEqual(wanted);
    expect(withTerms(info, { ...wanted, position: "p" }, usualTerms)).toEqual({ ...wanted, position: "p" });
  });
});
