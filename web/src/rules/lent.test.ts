import { expect, it } from "vitest";
import type { GameInfo } from "@entourage/rules";
import { borrow_art, define, info, initSync } from "@entourage/rules/generated/entourage_text.js";
import address from "@entourage/rules/generated/entourage_text_bg.wasm?url&inline";
import { games, loans } from "@entourage/rules/generated/entourage_wasm.js";
import glinski from "../../../variants/glinski.game?raw";
import xiangqi from "../../../variants/xiangqi.game?raw";
import "./loaded.testing";

const code = atob(address.slice(address.indexOf(",") + 1));
initSync({ module: Uint8Array.from(code, (letter) => letter.charCodeAt(0)) });
borrow_art(loans());

it("uses built-in pictures for piece types of the same name in game definitions, with credits", () => {
  define("lent", JSON.stringify([glinski]));
  for (const language of ["en", "fr"] as const) {
    const { kinds, credits } = JSON.parse(info("lent", language)) as GameInfo;
    const house = JSON.parse(games(language)) as GameInfo[];
    const lenders = house.filter((one) => one.kinds.some(({ art }) => kinds.some((kind) => kind.art === art)));
    expect(lenders).not.toEqual([]);
    const artists = credits.filter(({ licence }) => licence !== null);
    expect(artists).not.toEqual([]);
    expect(lenders.flatMap((one) => one.credits)).toEqual(expect.arrayContaining(artists));
    expect(kinds.filter((kind) => !lenders.some((one) => one.kinds.some(({ art }) => art === kind.art)))).toEqual([]);
  }
});

it("uses letters if few of a game's piece types have built-in pictures", () => {
  define("apart", JSON.stringify([xiangqi]));
  for (const { art } of (JSON.parse(info("apart", "en")) as GameInfo).kinds) expect(art).toMatch(/^<text /);
});
