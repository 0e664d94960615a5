/** The lessons that stand beside the games, each a text; those of a game are loaded together, when one of them is opened. */
const texts = import.meta.glob<string>("../../../games/*/lessons/*.txt", { query: "?raw", import: "default" });

/** The files by game, in their order: a number before the name gives it, and is no part of it. */
const taught = new Map<string, { name: string; load: () => Promise<string> }[]>();
for (const path of Object.keys(texts).sort()) {
  const [, game = "", name = ""] = /games\/([^/]+)\/lessons\/\d+-([^/]+)\.txt$/.exec(path) ?? [];
  const load = texts[path];
  if (load) taught.set(game, [...(taught.get(game) ?? []), { name, load }]);
}

/** Lists the names of a game's lessons in order; none where it has none. */
export function lessonNames(game: string): string[] {
  return (taught.get(game) ?? []).map(({ name }) => name);
}

/** Loads the text of a lesson; `null` where there is none of this name. */
export async function lessonText(game: string, name: string): Promise<string | null> {
  return (await taught.get(game)?.find((lesson) => lesson.name === name)?.load()) ?? null;
}
