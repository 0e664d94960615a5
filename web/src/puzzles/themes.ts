import type { GameInfo } from "@entourage/rules";
import type { PuzzleWords } from "./words";

/** Returns a theme in plain words; relations and powers are described by the game, if it is known. */
export function themeName(theme: string, info: GameInfo | null, words: PuzzleWords): string {
  const [sort = "", code = ""] = theme.split(":", 2);
  if (sort === "begins" || sort === "ends") {
    const exerted = info?.relations.find((relation) => relation.code === code)?.exerted;
    return words[sort](exerted ? inside(exerted.replace(/\s*:?\s*\{\}\.?/, " …")) : code);
  }
  if (sort === "power") {
    const text = info?.powers.find((power) => power.code === code)?.text;
    return words.power(text?.replace(/\.$/, "") ?? code);
  }
  return words.themeNames[theme] ?? theme;
}

/** Lower-cases the first letter, for use within a sentence. */
const inside = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);
