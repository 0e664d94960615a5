import { expect, test, vi } from "vitest";
import covers from "../../../variants/covers.json";
import "../rules/loaded.testing";

// The settings module reads the browser's languages when it loads.
vi.stubGlobal("navigator", { languages: ["en"] });
const { define, info, Match } = await import("../rules/rules");

const shipped = import.meta.glob<string>("../../../variants/*.game", { query: "?raw", import: "default", eager: true });

/** Returns the text of a definition, then those of the definitions that it extends. */
function textsOf(id: string): string[] {
  const text = shipped[`../../../variants/${id}.game`] ?? "";
  const base = /^game .* like (\S+)/m.exec(text)?.[1];
  return base === undefined ? [text] : [text, ...textsOf(base)];
}

test("every cover has a tagline in both languages, and moves that the rules allow", async () => {
  for (const [id, cover] of Object.entries(covers)) {
    if (!("moves" in cover)) continue;
    expect(cover.tagline.en).toMatch(/^.{20,80}\.$/);
    expect(cover.tagline.fr).toMatch(/^[^']{20,80}\.$/);
    await define(id, textsOf(id));
    const known = info(id, "en");
    const played = cover.moves.filter((_, at) => {
      try {
        new Match(known.spec, known.start, cover.moves.slice(0, at + 1)).free();
        return true;
      } catch {
        return false;
      }
    });
    expect.soft([id, ...played]).toEqual([id, ...cover.moves]);
  }
}, 120_000);
