import { translated, type GameInfo } from "@entourage/rules";
import { games } from "@entourage/rules/generated/entourage_wasm.js";
import boxes from "virtual:boxes";
import { describe, expect, it } from "vitest";
import "../rules/loaded.testing";
import { boxOf, sizeOf } from "./box";

const words = { hexes: (count: number) => `${count} hexes`, squares: (count: string) => `${count} squares` };

describe("the boxes of the built-in games", () => {
  it("match the rules in both languages", () => {
    for (const language of ["en", "fr"] as const) {
      const infos = translated<GameInfo[]>(games(language), language);
      expect(boxes[language].map(({ id }) => id)).toEqual(infos.map(({ id }) => id));
      for (const [i, box] of boxes[language].entries()) {
        const { name, tagline, hue, sides, options, levels } = infos[i] ?? {};
        expect(box).toMatchObject({ name, tagline, hue, sides, options, levels });
        expect(box.catalogue?.picks).toBe(infos[i]?.catalogue?.picks);
      }
    }
  });

  it("show the size of the board", () => {
    const board = (size: [number, number, number], outline: "square" | "hexagon" = "square") =>
      sizeOf({ outline, squares: size[0], columns: size[1], rows: size[2] }, words);
    expect(board([64, 8, 8])).toBe("8 × 8 squares");
    expect(board([44, 8, 8])).toBe("44 squares");
    expect(board([47, 11, 13], "hexagon")).toBe("47 hexes");
  });
});

describe("the box of a game definition", () => {
  it("has an image drawn by the server, but neither texts nor credits", () => {
    const size = { outline: "square" as const, squares: 64, columns: 8, rows: 8 };
    const known = { id: "lamps", name: "Lamps", tagline: "So.", hue: "walnut" as const, sides: ["White", "Black"] as [string, string], options: [], levels: 8, size, catalogue: null };
    const box = boxOf({ ...known, cover: "8/8 w -", credits: [], texts: ["language 1"] });
    expect(box).toEqual({ ...known, picture: "/board.svg?game=lamps&position=8%2F8+w+-&bare=true" });
  });
});
