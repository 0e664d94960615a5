import { readFile } from "node:fs/promises";

/** The module with the rules of all built-in games. */
const MODULE = new URL("../../../packages/rules/src/generated/", import.meta.url);

/** Number of moves in the main line. */
const LENGTH = 120;
/** Number of variations of each of them, and of moves in each variation, all but the first of which have one variation. */
const [VARIATIONS, DEPTH] = [6, 4];

/** Writes a record of chess with 5,050 random moves, always the same. */
export async function largeRecord() {
  const { Match, initSync } = await import(new URL("entourage_wasm.js", MODULE));
  initSync({ module: await readFile(new URL("entourage_wasm_bg.wasm", MODULE)) });
  const match = new Match("chess", undefined, undefined);
  let seed = 1;
  const below = (limit) => (seed = (seed * 16_807) % 2_147_483_647) % limit;
  const write = (text) => match.variation([text])[0];
  /** Returns different random moves of the position. */
  const draw = (count) => {
    const left = JSON.parse(match.view("en")).moves.map(({ text }) => text);
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(below(left.length), 1)[0]);
  };
  const words = [];
  const line = (ply, first, length, variations) => {
    let text = first;
    let played = 0;
    for (; played < length && text; played++) {
      // The first move of a variation has no variations of its own.
      const others = played === 0 && variations === 1 ? [] : draw(variations + 1).filter((other) => other !== text).slice(0, variations);
      words.push(`${Math.floor((ply + played) / 2) + 1}${(ply + played) % 2 === 0 ? "." : "..."}`, write(text));
      match.play(text, "en");
      for (const other of others) {
        match.undo();
        words.push("(");
        line(ply + played, other, variations === 1 ? 1 : DEPTH, 1);
        words.push(")");
        match.play(text, "en");
      }
      text = draw(1)[0];
    }
    for (; played > 0; played--) match.undo();
  };
  line(0, draw(1)[0], LENGTH, VARIATIONS);
  match.free();
  return `${words.join(" ")} *`;
}
