import { themeWord } from "@entourage/board/theme";
import { settings } from "../settings/settings.svelte";

/** Returns the parameters with which the server draws a board in the user's settings. */
export function pictureLook(flipped: boolean): string {
  const dark = settings.theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : settings.theme === "dark";
  const query = new URLSearchParams({ theme: themeWord(settings.board, dark), lang: settings.language });
  if (settings.pieces !== "pictures") query.set("pieces", settings.pieces);
  if (settings.notation !== "ours") query.set("notation", settings.notation);
  if (!settings.coordinates) query.set("bare", "true");
  if (flipped) query.set("flip", "true");
  return query.toString();
}

/** Returns the address of the picture of a position, by default of the starting position. */
export const pictureAddress = (spec: string, position: string | null, flipped: boolean): string =>
  `/board.svg?${new URLSearchParams({ game: spec, ...(position === null ? {} : { position }) })}&${pictureLook(flipped)}`;
