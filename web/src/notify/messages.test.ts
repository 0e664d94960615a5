import { beforeEach, describe, expect, it } from "vitest";
import { addressOf, keepSides } from "./messages";

describe("the address that a notification opens", () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    globalThis.localStorage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    } as Storage;
  });

  it("is the lobby, or a game by its key or through the account", () => {
    expect(addressOf("lobby")).toBe("#lobby");
    expect(addressOf("@abc.1")).toBe("#game=%40abc.1");
    keepSides(new Map([["@abc.1", "secret"]]));
    expect(addressOf("@abc.1")).toBe("#game=secret");
    expect(addressOf("@abc.2")).toBe("#game=%40abc.2");
    expect(addressOf("constructor")).toBe("#game=constructor");
  });
});
