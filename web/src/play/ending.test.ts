import { describe, expect, it } from "vitest";
import { playingTime } from "./ending";

describe("playingTime", () => {
  it("shows minutes and seconds, hours if needed, and nothing for games over days", () => {
    expect([4_200, 75_000, 3_723_000].map(playingTime)).toEqual(["0:04", "1:15", "1:02:03"]);
    expect([86_400_000, -1, NaN].map(playingTime)).toEqual([null, null, null]);
  });
});
