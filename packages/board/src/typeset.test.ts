import { typographic } from "@entourage/rules";
import { expect, test } from "vitest";
import { typeset } from "./typeset";

test("straight apostrophes within words become typographic ones", () => {
  expect(typographic("L'ange n'est qu'à l'« abri » : aujourd'hui, 'e'")).toBe("L’ange n’est qu’à l’«\u00a0abri\u00a0»\u00a0: aujourd’hui, 'e'");
});

test("French punctuation gets no-break spaces, also in functions and lists", () => {
  const words = typeset({ plain: "Qui joue ? Vous : oui !", made: (what: string) => `« ${what} » : non`, inner: { list: ["a ; b"] }, count: 3, share: "5 %" });
  expect(words.plain).toBe("Qui joue\u00a0? Vous\u00a0: oui\u00a0!");
  expect(words.made("ici")).toBe("«\u00a0ici\u00a0»\u00a0: non");
  expect(words.inner.list).toEqual(["a\u00a0; b"]);
  expect(words.share).toBe("5\u00a0%");
  expect(words.count).toBe(3);
});
