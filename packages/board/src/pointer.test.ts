import { afterEach, expect, test, vi } from "vitest";
import { Pointer, type Surface } from "./pointer";

afterEach(() => vi.unstubAllGlobals());

/** A board that notes in which order it is asked. */
function surface(order: string[]): Surface {
  return {
    squareAt: () => {
      order.push("square");
      return "a1";
    },
    grabbable: () => false,
    isTarget: () => true,
    selected: () => [],
    yields: () => false,
    press: () => order.push("press"),
    lift: () => order.push("lift"),
    sketch: () => order.push("sketch"),
    inspect: () => order.push("inspect"),
    follow: () => {},
  };
}

test("a finger's picture is waited for before it is worked out", () => {
  const order: string[] = [];
  vi.stubGlobal("window", { setTimeout: () => 0, clearTimeout: () => {} });
  vi.stubGlobal("Element", class {});
  vi.stubGlobal("requestAnimationFrame", () => order.push("picture"));
  const pointer = new Pointer(surface(order));
  pointer.down({ button: 0, pointerId: 1, pointerType: "touch", clientX: 0, clientY: 0, timeStamp: 0, currentTarget: null } as PointerEvent);
  expect(order).toEqual(["picture", "square", "inspect"]);
});
