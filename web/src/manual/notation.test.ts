import { expect, test } from "vitest";
import type { Kind } from "@entourage/rules";
import { writeTurn } from "./notation";

const kind = (letters: [string, string]) => ({ letters }) as Kind;
const info = { kinds: [kind(["K", "k"]), kind(["P", "p"])] };
const ours = { square: (name: string) => name, label: (index: number, side: 1 | 2) => info.kinds[index]?.letters[side - 1] ?? "" };
const theirs = { square: (name: string) => name.toUpperCase(), label: (index: number, side: 1 | 2) => `${index}${side}` };

test("manual turns are formatted for users", () => {
  expect(writeTurn("Pe2-e4;k-e8;@-a1;-b2;c3-", info, ours)).toBe("P e2-e4; k-e8; @-a1; -b2; c3-");
  expect(writeTurn("Pe2-e4;k-e8;@-a1;-b2;c3-", info, theirs)).toBe("11 E2-E4; 02-E8; @-A1; -B2; C3-");
  expect(writeTurn("pass", info, theirs)).toBe("pass");
});
