import { expect, it } from "vitest";
import type { Fault } from "@entourage/rules";
import { answered, isMeant } from "./answer";

const TEXT = "ends\n  loss \"a\": no own King is on the board,\n    and no move\n  draw \"b\": no move\npower x of King: it cannot move\n  says \"No.\"\n\nneeds\n  exactly 1 King";

it("inserts a line below a complete sentence", () => {
  const text = answered(TEXT, { said: "", does: "below", line: 2, text: "  new" });
  expect(text.split("\n").slice(1, 5)).toEqual(["  loss \"a\": no own King is on the board,", "    and no move", "  new", "  draw \"b\": no move"]);
});

it("removes a sentence with its indented lines, and nothing else", () => {
  const text = answered(TEXT, { said: "", does: "without", line: 5, text: "" });
  expect(text).toBe(TEXT.replace(/power.*\n.*\n/, ""));
});

it("accepts a warning with a comment, which applies to that warning only", () => {
  const text = answered(TEXT, { said: "", does: "meant", line: 5, text: "# meant: idle" });
  const fault: Fault = { isWarning: true, code: "idle", line: 5, column: 1, length: 1, problem: "", help: null, file: null, answers: [] };
  expect(isMeant(text, fault)).toBe(true);
  const both = answered(text, { said: "", does: "meant", line: 5, text: "# meant: start" });
  expect(both).toContain("  # meant: idle, start\n");
  expect([isMeant(both, fault), isMeant(both, { ...fault, code: "start" })]).toEqual([true, true]);
  expect(isMeant(text, { ...fault, code: "start" })).toBe(false);
  expect(isMeant(text, { ...fault, line: 4 })).toBe(false);
  expect(isMeant(text, { ...fault, isWarning: false })).toBe(false);
  expect(isMeant(TEXT, fault)).toBe(false);
});

it("does not change a text in which the line no longer exists", () => {
  expect(answered("a", { said: "", does: "meant", line: 9, text: "# meant: idle" })).toBe("a");
});
