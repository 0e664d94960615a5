import { typographic, type LanguageCode } from "@entourage/rules";

/** The games' rules, loaded on demand. */
const texts = import.meta.glob<string>("../../../games/*/texts/*.md", { query: "?raw", import: "default" });

async function text(game: string, name: string, language: LanguageCode): Promise<string> {
  const found = (await texts[`../../../games/${game}/texts/${name}.${language}.md`]?.()) ?? "";
  return language === "fr" ? typesetText(found) : found;
}

/** Applies French typography except inside positions, where spaces are significant. */
function typesetText(markdown: string): string {
  const lines = markdown.split("\n");
  let fenced = false;
  return lines
    .map((line) => {
      if (line.startsWith("```")) fenced = !fenced;
      if (!fenced) return typographic(line);
      const [position = "", ...rest] = line.split(" | ");
      return [position, ...rest.map(typographic)].join(" | ");
    })
    .join("\n");
}

/** Loads the rules of a spec's game in Markdown; empty if there are none. */
export async function rulesText(spec: string, language: LanguageCode): Promise<string> {
  const [game = ""] = spec.split(":", 1);
  if (game === "" || `../../../games/${game}/texts/rules.${language}.md` in texts) return text(game, "rules", language);
  // A game definition generates its own rules page.
  const [{ ready }, { writtenPage }] = await Promise.all([import("../rules/written"), import("../rules/rules")]);
  await ready(spec);
  return writtenPage(spec, language);
}

/** Loads the text of a game's printable summary in Markdown; empty if there is none. */
export const summaryText = (game: string, language: LanguageCode): Promise<string> => text(game, "summary", language);
