import { expect, test } from "vitest";
import { marked, mirrored, pointed, toggled } from "./pointing";

test("a square means a step, a jump or the line of a slide, mirrored left and right", () => {
  expect(pointed(-1, 1, false)).toEqual({ manner: "step", files: 1, rows: 1 });
  expect(pointed(-1, -2, false)).toEqual({ manner: "leap", files: 1, rows: -2 });
  expect(pointed(3, 3, true)).toEqual({ manner: "slide", files: 1, rows: 1 });
  expect(pointed(3, 2, true)).toBeNull();
  expect(pointed(0, 0, false)).toBeNull();
});

test("a stride is rotated and reflected in all directions", () => {
  expect(mirrored({ manner: "leap", files: 1, rows: 2 })).toHaveLength(4);
  expect(mirrored({ manner: "step", files: 0, rows: 1 })).toEqual([
    { manner: "step", files: 0, rows: 1 },
    { manner: "step", files: 0, rows: -1 },
    { manner: "step", files: 1, rows: 0 },
  ]);
  expect(mirrored({ manner: "slide", files: 1, rows: -1 })).toHaveLength(2);
});

test("selecting a square again removes it, and another action replaces the first", () => {
  const step = pointed(0, 1, false)!;
  const once = toggled({ moves: [], captures: [] }, [step], "both");
  expect(marked(once, 0, 1)).toBe("both");
  expect(marked(toggled(once, [step], "moves"), 0, 1)).toBe("moves");
  expect(toggled(once, [step], "both")).toEqual({ moves: [], captures: [] });
  expect(marked(toggled({ moves: [], captures: [] }, [pointed(2, 2, true)!], "captures"), -4, 4)).toBe("captures");
});
