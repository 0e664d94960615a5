import { expect, test } from "vitest";
import { marked, mirrored, pointed, toggled } from "./pointing";

test("a square is a step, a leap or the line of a slide, the same to the left and to the right", () => {
  expect(pointed(-1, 1, false)).toEqual({ manner: "step", files: 1, rows: 1 });
  expect(pointed(-1, -2, false)).toEqual({ manner: "leap", files: 1, rows: -2 });
  expect(pointed(3, 3, true)).toEqual({ manner: "slide", files: 1, rows: 1 });
  expect(pointed(3, 2, true)).toBeNull();
  expect(pointed(0, 0, false)).toBeNull();
});

test("what is pointed at holds in all directions alike", () => {
  expect(mirrored({ manner: "leap", files: 1, rows: 2 })).toHaveLength(4);
  expect(mirrored({ manner: "step", files: 0, rows: 1 })).toEqual([
    { manner: "step", files: 0, rows: 1 },
    { manner: "step", files: 0, rows: -1 },
    { manner: "step", files: 1, rows: 0 },
  ]);
  expect(mirrored({ manner: "slide", files: 1, rows: -1 })).toHaveLength(2);
});

test("pointing again takes it back, and pointing otherwise says it otherwise", () => {
  const step = pointed(0, 1, false)!;
  const once = toggled({ moves: [], captures: [] }, [step], "both");
  expect(marked(once, 0, 1)).toBe("both");
  expect(marked(toggled(once, [step], "moves"), 0, 1)).toBe("moves");
  expect(toggled(once, [step], "both")).toEqual({ moves: [], captures: [] });
  expect(marked(toggled({ moves: [], captures: [] }, [pointed(2, 2, true)!], "captures"), -4, 4)).toBe("captures");
});
