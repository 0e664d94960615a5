import { ANALYSIS, pastGamesAddress, GALLERY, GAMES, LEARN, LOBBY, PUZZLES, RATINGS, rulesAddress, STUDIES, TOURNAMENTS, WATCH, workshopAddress } from "./addresses";
import type { IconName } from "./parts/Icon.svelte";
import type { Strings } from "./language/en";

/** A main area of the site, as menus list it. */
export interface Area {
  name: keyof Strings["areas"];
  address: string;
  icon: IconName;
  /** The pages on which the menu marks the area as current. */
  pages: readonly string[];
}

/** The areas in the header of wide screens, and first in the menu of narrow ones. */
export const MAIN_AREAS: readonly Area[] = [
  { name: "play", address: LOBBY, icon: "play", pages: ["lobby"] },
  { name: "learn", address: LEARN, icon: "hint", pages: ["learn", "studies", "study"] },
  { name: "watch", address: WATCH, icon: "eye", pages: ["liveGames", "watch", "pastGames"] },
  { name: "tournaments", address: TOURNAMENTS, icon: "trophy", pages: ["tournaments", "tournament"] },
  { name: "games", address: GAMES, icon: "board", pages: ["games", "rules", "workshop", "gallery", "shared"] },
];

/** The other areas that the menu of narrow screens lists. */
export const MORE_AREAS: readonly Area[] = [
  { name: "puzzles", address: PUZZLES, icon: "puzzle", pages: ["puzzles"] },
  { name: "leaderboards", address: RATINGS, icon: "chart", pages: ["ratings"] },
  { name: "analysis", address: ANALYSIS, icon: "branch", pages: ["analysis"] },
];

/** The areas in the footer: all that are not in the header. */
export const FOOTER_AREAS: readonly Area[] = [
  ...MORE_AREAS,
  { name: "studies", address: STUDIES, icon: "book", pages: ["studies", "study"] },
  { name: "rules", address: rulesAddress(""), icon: "book", pages: ["rules"] },
  { name: "past", address: pastGamesAddress(), icon: "board", pages: ["pastGames"] },
  { name: "workshop", address: workshopAddress(), icon: "pencil", pages: ["workshop"] },
  { name: "community", address: GALLERY, icon: "globe", pages: ["gallery", "shared"] },
];
