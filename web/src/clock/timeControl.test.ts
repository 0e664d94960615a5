import { describe, expect, test } from "vitest";
import { en } from "./en";
import { fr } from "./fr";
import { livePace, nameTimeControl, readPace, writePace } from "./timeControl";
import { face, readSpan, writeSpan } from "./span";

describe("durations", () => {
  test("are written in the largest unit that divides them, in the server's format", () => {
    for (const [seconds, text] of [
      [1, "1s"],
      [90, "90s"],
      [120, "2m"],
      [3600, "1h"],
      [129_600, "36h"],
      [172_800, "2d"],
    ] as const) {
      expect(writeSpan(seconds)).toBe(text);
    }
    expect(readSpan("36h")).toEqual({ count: 36, unit: "h" });
    for (const bad of ["", "h", "0s", "1.5m", "-1s", "1 s", "5"]) expect(readSpan(bad)).toBeNull();
  });

  test("are formatted for clocks", () => {
    const unit = (count: number, unit: string) => `${count}${unit[0]}`;
    for (const [left, text] of [
      [-5, "0.0"],
      [99, "0.0"],
      [9_450, "9.4"],
      [19_999, "19.9"],
      [20_000, "0:20"],
      [61_000, "1:01"],
      [3_599_999, "59:59"],
      [3_600_000, "1:00:00"],
      [86_400_000, "1d 0h"],
      [277_200_000, "3d 5h"],
      [259_199_400, "3d 0h"],
      [86_460_000, "1d 0h"],
      [89_940_000, "1d 0h"],
      [89_941_000, "1d 1h"],
    ] as const) {
      expect(face(left, unit)).toBe(text);
    }
  });
});

describe("time controls", () => {
  test("are parsed and written unchanged", () => {
    for (const pace of ["unlimited", "live spare=5m extra=3s", "correspondence spare=7d grace=1d bonus=6h within=8h vacation=14d"]) {
      expect(writePace(readPace(pace))).toBe(pace);
    }
    expect(livePace(5, 3)).toBe("live spare=5m extra=3s");
    expect(livePace(10, 0)).toBe("live spare=10m");
    expect(livePace(90, 90)).toBe("live spare=90m extra=90s");
    expect(readPace("something else")).toEqual({ kind: "unlimited", figures: {} });
  });

  test("have names that players know", () => {
    for (const [pace, name] of [
      ["unlimited", "Unlimited"],
      ["live spare=5m extra=3s", "5+3"],
      ["live spare=10m", "10+0"],
      ["live spare=2s extra=1m", "2 seconds + 1 minute"],
      ["correspondence grace=1d", "1 day per move"],
      ["correspondence grace=3d vacation=14d", "3 days per move, 14 days of vacation"],
      ["correspondence spare=7d grace=1d extra=12h", "Correspondence: Main time 7 days, Grace time 1 day, Increment 12 hours"],
    ] as const) {
      expect(nameTimeControl(pace, en)).toBe(name);
    }
    expect(nameTimeControl("correspondence grace=3d vacation=14d", fr)).toBe("3 jours par coup, 14 jours de congé");
    expect(nameTimeControl("correspondence spare=1d extra=1h", fr)).toBe("Par correspondance : Temps principal 1 jour, Incrément 1 heure");
  });
});
