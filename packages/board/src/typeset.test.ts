import { expect, test } from "vitest";
import { typeset } from "./typeset";

test("French punctuation gets no-break spaces, also in functions and lists", () => {
  const words = typeset({ plain: "Qui joue ? Vous : oui !", made: (what: string) => `« ${what} » : non`, inner: { list: ["a ; b"] }, count: 3 });
  expect(words.plain).toBe("Qui joue\u00a0? Vous\u00a0: oui\u00a0!");
  expect(words.made("ici")).toBe("«\u00a0ici\u00a0»\u00a0: non");
  expect(words.inner.list).toEqual(["a\u00a0; b"]);
  expect(words.count).toBe(3);
});
