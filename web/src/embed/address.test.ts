import { describe, expect, it } from "vitest";
import { themeWord } from "@entourage/board/theme";
import { readAddress } from "./address";

const at = (address: string) => readAddress(new URL(address, "https://play.example") as unknown as Location);
const NAME = "abcdefghijklmnopqrstuvwxy2";

describe("the address of an embedded game", () => {
  it("has the name of a public game in its path, or a key in its fragment only", () => {
    expect(at(`/embed/${NAME}`).door).toEqual({ public: NAME });
    expect(at(`/embed#${NAME}`).door).toEqual({ key: NAME });
    for (const none of ["/embed", "/embed#", "/embed/x", `/embed?key=${NAME}`, `/embed/${NAME}9`, "/embed#<script>"]) {
      expect(at(none).door).toBeNull();
    }
  });

  it("determines how the game is shown", () => {
    expect(at(`/embed?theme=sea-dark&pieces=figures&notation=courier&lang=fr&flip=true&bare=true#${NAME}`)).toEqual({
      door: { key: NAME },
      look: { theme: "dark", board: "sea", pieces: "figures", notation: "courier", language: "fr", coordinates: false },
      flipped: true,
    });
    expect(at(`/embed?flip=yes#${NAME}`)).toEqual({ door: { key: NAME }, look: { coordinates: true }, flipped: false });
  });

  it("accepts every theme name that the site generates", () => {
    for (const board of ["own", "sea"]) {
      for (const dark of [false, true]) {
        const { look } = at(`/embed?theme=${themeWord(board, dark)}`);
        expect([look["board"] ?? "own", look["theme"]]).toEqual([board, dark ? "dark" : "light"]);
      }
    }
  });
});
