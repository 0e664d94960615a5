import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { oneByOne } from "./oneByOne";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: true });
  vi.stubGlobal("requestAnimationFrame", () => 0);
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("functions run one at a time, in order, until stopped", async () => {
  const done: string[] = [];
  const end = oneByOne(["a", "b", "c"].map((name) => () => void done.push(name)));
  expect(done).toEqual([]);
  await vi.advanceTimersToNextTimerAsync();
  expect(done).toEqual(["a"]);
  await vi.advanceTimersToNextTimerAsync();
  expect(done).toEqual(["a", "b"]);
  end();
  await vi.runAllTimersAsync();
  expect(done).toEqual(["a", "b"]);
});
