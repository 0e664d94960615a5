import { afterEach, expect, test, vi } from "vitest";
import { heardOf } from "./heard";

const remove = { type: "remove" as const, square: "a1", kind: 0, side: 1 as const };
const step = { type: "move" as const, from: "a1", to: "a2" };

test("the most important effect of a move determines its sound", () => {
  expect(heardOf({ effects: [step], alert: false, over: false })).toBe("move");
  expect(heardOf({ effects: [remove, step], alert: false, over: false })).toBe("capture");
  expect(heardOf({ effects: [remove, step], alert: true, over: false })).toBe("alert");
  expect(heardOf({ effects: [step], alert: true, over: true })).toBe("end");
});

afterEach(() => vi.unstubAllGlobals());

/** An audio node that records when it starts. */
function silent(state: AudioContextState) {
  const started: number[] = [];
  const node = () => ({
    connect: (to: unknown) => to,
    start: (at: number) => void started.push(at),
    stop: () => undefined,
    gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
    frequency: { value: 0 },
    Q: { value: 0 },
  });
  class Context {
    state = state;
    currentTime = 5;
    sampleRate = 100;
    destination = {};
    resume = () => Promise.reject(new Error("not yet"));
    createGain = node;
    createOscillator = node;
    createBufferSource = node;
    createBiquadFilter = node;
    createBuffer = () => ({ getChannelData: () => new Float32Array(10) });
  }
  vi.stubGlobal("AudioContext", Context);
  return started;
}

test("the strokes of every sound play in order, and none while the browser blocks sound", async () => {
  for (const [state, heard] of [["running", true], ["suspended", false]] as const) {
    vi.resetModules();
    const started = silent(state);
    const { sound, STROKES } = await import("./sounds");
    for (const what of Object.keys(STROKES) as (keyof typeof STROKES)[]) sound(what);
    const strokes = Object.values(STROKES).flat();
    expect(started).toEqual(heard ? strokes.map((stroke) => 5 + stroke.at) : []);
  }
});

test("a browser without audio support causes no error", async () => {
  vi.resetModules();
  vi.stubGlobal("AudioContext", undefined);
  const { sound } = await import("./sounds");
  expect(() => sound("move")).not.toThrow();
});
