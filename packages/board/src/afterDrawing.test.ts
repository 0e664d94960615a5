import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { afterDrawing } from "./afterDrawing";

let frames: (() => void)[] = [];
const draw = () => frames.splice(0).forEach((frame) => frame());

beforeEach(() => {
  vi.useFakeTimers();
  frames = [];
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
  vi.stubGlobal("cancelAnimationFrame", (number: number) => (frames[number - 1] = () => undefined));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what follows a drawing is done once, after it", () => {
  const act = vi.fn();
  afterDrawing(act);
  vi.advanceTimersByTime(20);
  expect(act).not.toHaveBeenCalled();
  draw();
  vi.advanceTimersByTime(0);
  expect(act).not.toHaveBeenCalled();
  // The frame has been drawn. No other frame is requested, since it would precede everything else.
  expect(frames).toHaveLength(0);
  vi.advanceTimersByTime(16);
  expect(act).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(5_000);
  expect(act).toHaveBeenCalledOnce();
});

test("a page that nobody sees is not waited for, nor one that is left meanwhile", () => {
  const [hidden, left] = [vi.fn(), vi.fn()];
  vi.stubGlobal("document", { hidden: true });
  afterDrawing(hidden);
  vi.advanceTimersByTime(0);
  expect(hidden).toHaveBeenCalledOnce();
  vi.stubGlobal("document", { hidden: false });
  afterDrawing(left);
  vi.advanceTimersByTime(1_000);
  expect(left).toHaveBeenCalledOnce();
  // When the page becomes visible again, nothing runs twice.
  draw();
  vi.advanceTimersByTime(1_000);
  expect([hidden.mock.calls.length, left.mock.calls.length]).toEqual([1, 1]);
});

test("what is called off is not done, before the drawing or after it", () => {
  const act = vi.fn();
  afterDrawing(act)();
  draw();
  const callOff = afterDrawing(act);
  draw();
  vi.advanceTimersByTime(1);
  callOff();
  vi.advanceTimersByTime(5_000);
  expect(act).not.toHaveBeenCalled();
});

test("all that waits is done at one time, the rest though something fails or is called off by another", () => {
  const [last, called] = [vi.fn(), vi.fn()];
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  afterDrawing(() => callOff());
  afterDrawing(() => {
    throw new Error("no");
  });
  const callOff = afterDrawing(called);
  afterDrawing(last);
  afterDrawing(last);
  draw();
  vi.advanceTimersByTime(16);
  expect([last.mock.calls.length, called.mock.calls.length, reported.mock.calls.length]).toEqual([2, 0, 1]);
});
