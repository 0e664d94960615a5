import { describe, expect, it } from "vitest";
import { readLink, readSet, setAddress, withSet } from "./sets";

describe("sets of cards", () => {
  it("can be shared in a link", () => {
    const set = { game: "game", name: "Été | 100 % = à moi", text: "wings@B+luck/K.G" };
    const address = setAddress(set);
    expect(readLink(`https://host.example/${address}`)).toEqual(set);
    expect(address.slice(1)).not.toContain("#");
    expect(address.split("=")).toHaveLength(2);
  });

  it("are not found in other texts", () => {
    for (const text of ["", "wings@B/KBG", "#set=", "#set=%", "#set=game", "#game=abc"]) expect(readLink(text)).toBeNull();
    expect(readSet(`game|${"x".repeat(600)}|n`)).toBeNull();
  });

  it("replace a set of the same name", () => {
    const one = withSet([{ name: "b", text: "1" }], { name: " a ", text: "2" });
    expect(one.map((set) => set.name)).toEqual(["a", "b"]);
    expect(withSet(one, { name: "b", text: "3" })).toEqual([{ name: "a", text: "2" }, { name: "b", text: "3" }]);
  });
});
