import type { LanguageCode } from "../api/types.generated";

/** The games' own texts, each loaded when it is read. */
const texts = import.meta.glob<string>("../../../games/*/texts/rules.*.md", { query: "?raw", import: "default" });

/** Loads the rules of a game for players, in Markdown; a fenced block of language `position` holds `POSITION [| caption [| square …]]`. */
export async function rulesText(game: string, language: LanguageCode): Promise<string> {
  return (await texts[`../../../games/${game}/texts/rules.${language}.md`]?.()) ?? "";
}
