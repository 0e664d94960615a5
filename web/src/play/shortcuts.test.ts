import { describe, expect, it, vi } from "vitest";

// The modules read the browser's languages and element types when they load.
vi.stubGlobal("navigator", { languages: ["en"] });
for (const name of ["HTMLElement", "HTMLInputElement", "HTMLTextAreaElement", "HTMLSelectElement"]) vi.stubGlobal(name, class {});
let dialog: object | null = null;
vi.stubGlobal("document", { querySelector: () => dialog, documentElement: { dataset: {} } });
const { boardAct } = await import("@entourage/board/keys");
const { explainWords } = await import("./explainWords");
const { gameAct, keyOf, shortcutGroups } = await import("./shortcuts");

const press = (key: string, more: object = {}) => ({ key, target: null, ...more }) as unknown as KeyboardEvent;

describe("shortcuts", () => {
  it("are all listed with the keys that work", () => {
    const groups = shortcutGroups(explainWords(), () => true);
    const words = explainWords().keys;
    const listed = groups.flatMap((group) => group.lines.map((line) => line.does));
    expect(new Set(listed)).toEqual(new Set(Object.values(words)));
    const names = explainWords().keyNames as Record<string, string>;
    for (const act of ["previous", "next", "first", "last", "letGo", "powers", "reach", "flip", "hint", "read", "lastMove", "movesFrom", "shortcuts"] as const) {
      const key = keyOf(act);
      expect(gameAct(press(key), true), key).toBe(act);
      const line = groups.flatMap((group) => group.lines).filter((one) => one.does === words[act]);
      expect(line.some((one) => one.keys.includes(names[key] ?? key.toUpperCase())), act).toBe(true);
    }
    expect(boardAct("ArrowUp")).toEqual({ type: "walk", direction: "up" });
    expect(boardAct("x")).toBeNull();
  });

  it("are not listed if their action is unavailable", () => {
    const lines = shortcutGroups(explainWords(), (act) => act !== "hint").flatMap((group) => group.lines.map((line) => line.does));
    expect(lines).not.toContain(explainWords().keys.hint);
  });

  it("do nothing with a modifier, behind a dialog, or as letters if these are turned off", () => {
    expect(gameAct(press("p", { ctrlKey: true }), true)).toBeNull();
    expect(gameAct(press("p", { defaultPrevented: true }), true)).toBeNull();
    expect(gameAct(press("P"), true)).toBe("powers");
    expect(gameAct(press("p"), false)).toBeNull();
    expect(gameAct(press("ArrowLeft"), false)).toBe("previous");
    dialog = {};
    expect(gameAct(press("p"), true)).toBeNull();
    dialog = null;
  });
});
