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

test("a callback runs once, after the frame is on the screen", () => {
  const act = vi.fn();
  afterDrawing(act);
  vi.advanceTimersByTime(20);
  expect(act).not.toHaveBeenCalled();
  draw();
  vi.advanceTimersByTime(0);
  expect(act).not.toHaveBeenCalled();
  // The frame has been drawn. No second frame is requested, because browsers would run it before anything else.
  expect(frames).toHaveLength(0);
  vi.advanceTimersByTime(16);
  expect(act).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(5_000);
  expect(act).toHaveBeenCalledOnce();
});

test("a callback does not wait for a frame on a page that is hidden or stops drawing", () => {
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

test("a cancelled callback does not run, whether it is cancelled before or after the frame", () => {
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

test("all callbacks run together, even if one of them throws or cancels another", () => {
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
