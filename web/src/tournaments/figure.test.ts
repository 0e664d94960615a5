import { describe, expect, it } from "vitest";
import { figure } from "./figure";

describe("points and tie-break values", () => {
  it("are written with fraction characters", () => {
    expect([0, 0.5, 1, 1.5, 12.25, 0.75].map(figure)).toEqual(["0", "½", "1", "1½", "12¼", "¾"]);
  });
});
