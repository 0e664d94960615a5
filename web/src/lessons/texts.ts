/** Lesson texts of the games; those of a game are loaded together on demand. */
const texts = import.meta.glob<string>("../../../games/*/lessons/*.txt", { query: "?raw", import: "default" });

/** Files by game, in the order of their number, which is not part of the name. */
const taught = new Map<string, { name: string; load: () => Promise<string> }[]>();
for (const path of Object.keys(texts).sort()) {
  const [, game = "", name = ""] = /games\/([^/]+)\/lessons\/\d+-([^/]+)\.txt$/.exec(path) ?? [];
  const load = texts[path];
  if (load) taught.set(game, [...(taught.get(game) ?? []), { name, load }]);
}

/** Lists the names of a game's lessons in order. */
export function lessonNames(game: string): string[] {
  return (taught.get(game) ?? []).map(({ name }) => name);
}

/** Loads the text of a lesson; `null` if it does not exist. */
export async function lessonText(game: string, name: string): Promise<string | null> {
  return (await taught.get(game)?.find((lesson) => lesson.name === name)?.load()) ?? null;
}
