import houses from "virtual:boxes";
import { expect, it, vi } from "vitest";
import "./loaded.testing";

// The settings module reads the browser's languages when it loads.
vi.stubGlobal("navigator", { languages: ["en"] });
const { isKnown, offered, ready } = await import("./written");

it("shares one request among concurrent callers, and sends none for built-in games", async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
  let asked = 0;
  vi.stubGlobal("fetch", () => {
    asked += 1;
    return Promise.resolve(new Response(JSON.stringify({ definitions: [] })));
  });
  const house = houses.en[0]?.id ?? "";
  expect(isKnown(`${house}:repetition=3`)).toBe(true);
  await Promise.all([ready(house), ready(""), ready("nonesuch"), ready("another"), offered()]);
  expect(asked).toBe(1);
  expect(isKnown("nonesuch")).toBe(false);
  await offered();
  expect(asked).toBe(2);
});
