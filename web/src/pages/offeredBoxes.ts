import { typeset } from "@entourage/board/typeset";
import { offered } from "../rules/written";
import { settings } from "../settings/settings.svelte";
import { boxOf, type Box, type Difficulty } from "../begin/box";

/** How the start page presents a game; only definitions have their own tagline and moves. */
interface Cover {
  difficulty: Difficulty;
  tagline?: { en: string; fr: string };
  moves?: string[];
}

/** Lists the boxes of the definitions that the server offers, with the covers of the published ones. */
export async function offeredBoxes(): Promise<Box[]> {
  const { language } = settings;
  const [games, { default: covers }] = await Promise.all([offered(), import("../../../variants/covers.json")]);
  return games.map((game) => {
    const box = boxOf(game);
    const cover = (covers as Record<string, Cover>)[game.id];
    if (!cover) return box;
    const tagline = language === "fr" ? cover.tagline && typeset(cover.tagline).fr : cover.tagline?.en;
    return { ...box, tagline: tagline ?? box.tagline, difficulty: cover.difficulty, moves: cover.moves ?? [] };
  });
}
