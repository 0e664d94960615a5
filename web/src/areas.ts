import { ANALYSIS, pastGamesAddress, GALLERY, LEARN, LOBBY, PUZZLES, RATINGS, rulesAddress, TOURNAMENTS, WATCH, workshopAddress } from "./addresses";
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
  { name: "learn", address: LEARN, icon: "hint", pages: ["learn"] },
  { name: "rules", address: rulesAddress(""), icon: "book", pages: ["rules"] },
  { name: "watch", address: WATCH, icon: "eye", pages: ["liveGames", "watch"] },
  { name: "tournaments", address: TOURNAMENTS, icon: "trophy", pages: ["tournaments", "tournament"] },
  { name: "leaderboards", address: RATINGS, icon: "chart", pages: ["ratings"] },
  { name: "workshop", address: workshopAddress(), icon: "pencil", pages: ["workshop"] },
  { name: "analysis", address: ANALYSIS, icon: "branch", pages: ["analysis"] },
];

/** The areas that only the menu and the footer list. */
export const MORE_AREAS: readonly Area[] = [
  { name: "puzzles", address: PUZZLES, icon: "puzzle", pages: ["puzzles"] },
  { name: "past", address: pastGamesAddress(), icon: "board", pages: ["pastGames"] },
  { name: "community", address: GALLERY, icon: "globe", pages: ["gallery", "shared"] },
];
