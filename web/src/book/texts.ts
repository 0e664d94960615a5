import type { LanguageCode } from "@entourage/rules";
import { tied } from "@entourage/board/typeset";

/** The games' own texts, each loaded when it is read. */
const texts = import.meta.glob<string>("../../../games/*/texts/*.md", { query: "?raw", import: "default" });

async function text(game: string, name: string, language: LanguageCode): Promise<string> {
  const found = (await texts[`../../../games/${game}/texts/${name}.${language}.md`]?.()) ?? "";
  return language === "fr" ? typesetText(found) : found;
}

/** Ties the signs of a French text, but of no position: there a space is a part of what is written. */
function typesetText(markdown: string): string {
  const lines = markdown.split("\n");
  let fenced = false;
  return lines
    .map((line) => {
      if (line.startsWith("```")) fenced = !fenced;
      if (!fenced) return tied(line);
      const [position = "", ...rest] = line.split(" | ");
      return [position, ...rest.map(tied)].join(" | ");
    })
    .join("\n");
}

/** Loads the rules of a spec's game for players, in Markdown; empty where there are none. */
export async function rulesText(spec: string, language: LanguageCode): Promise<string> {
  const [game = ""] = spec.split(":", 1);
  if (game === "" || `../../../games/${game}/texts/rules.${language}.md` in texts) return text(game, "rules", language);
  // A game written as text tells its rules itself.
  const [{ ready }, { writtenPage }] = await Promise.all([import("../rules/written"), import("../rules/rules")]);
  await ready(spec);
  return writtenPage(spec, language);
}

/** Loads what a page to print says of a game beside its pieces, in Markdown; empty where nothing is written. */
export const summaryText = (game: string, language: LanguageCode): Promise<string> => text(game, "summary", language);
