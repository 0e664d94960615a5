import { expect, test } from "vitest";
import type { Layout } from "./geometry";
import { drawWay } from "./pathShapes";
import type { Way } from "./scene";

const layout = { byName: new Map([["a1", { x: 50, y: 250 }], ["a3", { x: 50, y: 50 }]]) } as unknown as Layout;
const heights = (way: Way) => [...drawWay(way, layout).matchAll(/class="head" d="([^"]*)"/g)].flatMap(([, d]) => [...(d ?? "").matchAll(/-?[\d.]+[ ,](-?[\d.]+)/g)].map(([, y]) => Number(y)));

test("arrowheads end at the rim of the piece they point at", () => {
  const [tip] = heights({ legs: ["a1", "a3"], tone: "strong" }).sort((one, other) => one - other);
  expect(tip).toBeGreaterThan(50 + 25);
  expect(tip).toBeLessThan(50 + 45);
});
