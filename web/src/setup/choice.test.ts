import { describe, expect, it } from "vitest";
import type { CardInfo, CatalogueInfo, GameInfo } from "@entourage/rules";
import { bannedBy, bind, carried, fresh, givenUp, giveUp, read, toggle, trade, write } from "./choice";

const card = (code: string, bound: number | null, costsPiece = false): CardInfo => ({ code, name: code, summary: "", text: "", bound, once: false, costsPiece, examples: [] });
const catalogue: CatalogueInfo = {
  cards: [card("wings", 2), card("luck", null), card("wall", 2), card("price", 1, true)],
  picks: 3,
  arranged: [1, 2, 3],
  places: [[], []],
  bans: [[0, 1]],
};
const info = { kinds: ["W", "K", "B", "G"].map((letter) => ({ letters: [letter, letter.toLowerCase()] })) } as unknown as GameInfo;
const chosen = (...cards: number[]) => cards.reduce((choice, index) => toggle(catalogue, choice, index), fresh(catalogue));
const text = (choice: ReturnType<typeof fresh>) => write(info, catalogue, choice);

describe("a choice of cards", () => {
  it("binds a card to its default piece, or to a free one", () => {
    expect(text(chosen(0))).toBe("wings@B/KBG");
    expect(text(chosen(2, 0))).toBe("wings@G+wall@B/KBG");
    expect(text(toggle(catalogue, chosen(2, 0), 2))).toBe("wings@G/KBG");
  });

  it("reserves a piece that is the default of exactly one card for that card", () => {
    const cards = [card("wings", 2), card("wall", 1), card("price", 1)];
    const pick = (...picked: number[]) => picked.reduce((choice, index) => toggle({ ...catalogue, cards }, choice, index), fresh(catalogue));
    const written = (...picked: number[]) => write(info, { ...catalogue, cards }, pick(...picked));
    expect(written(1, 2)).toBe("wall@K+price@G/KBG");
    expect(written(1, 2, 0)).toBe("wings@B+wall@K+price@G/KBG");
    // A choice by the player takes precedence.
    const otherwise = bind({ ...catalogue, cards }, pick(1), 1, 2);
    expect(toggle({ ...catalogue, cards }, otherwise, 0).bound).toEqual({ 0: 1, 1: 2 });
  });

  it("swaps the pieces of two cards", () => {
    expect(text(bind(catalogue, chosen(0, 2), 2, 2))).toBe("wings@G+wall@B/KBG");
    expect(text(bind(catalogue, chosen(0, 1), 0, 3))).toBe("wings@G+luck/KBG");
    expect(carried(chosen(0), 2)).toBe(0);
    expect(carried(chosen(0), 3)).toBeNull();
  });

  it("gives up a piece without a card, but only while a card costs one", () => {
    const paid = chosen(3);
    expect(text(paid)).toBe("price@K/KB.");
    expect(text(giveUp(catalogue, paid, 2))).toBe("price@K/KG.");
    expect(givenUp(catalogue, giveUp(catalogue, paid, 2))).toBe(2);
    // Binding the card to the piece that is given up gives up another piece.
    expect(text(bind(catalogue, paid, 3, 3))).toBe("price@G/KG.");
    expect(text(toggle(catalogue, paid, 3))).toBe("/KBG");
    expect(text(toggle(catalogue, paid, 0))).toBe("wings@B+price@K/KB.");
  });

  it("swaps the pieces on two squares", () => {
    expect(text(trade(chosen(), 0, 2))).toBe("/GBK");
    expect(text(trade(chosen(3), 2, 0))).toBe("price@K/.BK");
  });

  it("finds the picked card that excludes another", () => {
    expect(bannedBy(catalogue, chosen(1), 0)).toBe(1);
    expect(bannedBy(catalogue, chosen(0), 1)).toBe(0);
    expect(bannedBy(catalogue, chosen(0), 2)).toBeNull();
  });

  it("is parsed as it was written", () => {
    for (const choice of [chosen(), chosen(0, 1), giveUp(catalogue, chosen(3, 0), 3), trade(chosen(2), 0, 1)]) {
      const again = read(info, catalogue, text(choice));
      expect(again && text(again)).toBe(text(choice));
    }
    expect(read(info, catalogue, "nonesuch/KBG")).toBeNull();
    expect(read(info, catalogue, "luck/KBGR")).toBeNull();
  });
});
