/** The addresses of the page, each the fragment behind its one address. */
export const START = "#";
export const gameAddress = (id: string) => `#game=${encodeURIComponent(id)}`;
/** The whole address under which a game is opened by a key. */
export const pageAddress = (id: string) => `${location.origin}${location.pathname}${gameAddress(id)}`;
/** The address of the page on which a game that is shown to everybody is watched, by its public name. */
export const watchAddress = (name: string) => `#watch=${encodeURIComponent(name)}`;
/** Where the rules of a game are read, or a place in them. */
export const rulesAddress = (game: string, anchor = "") => `#rules=${encodeURIComponent(game)}${anchor === "" ? "" : `/${encodeURIComponent(anchor)}`}`;
/** Where a game is learnt: one of its lessons, `first` being the first, or all of them. */
export const learnAddress = (game: string, lesson = "") => `#learn=${encodeURIComponent(lesson === "" ? game : `${game}/${lesson}`)}`;
/** The start page with a game chosen. */
export const beginAddress = (game: string) => `#new=${encodeURIComponent(game)}`;
/** Where a game that somebody wrote is told of: who wrote it, its rules and its text. */
export const sharedAddress = (game: string) => `#shared=${encodeURIComponent(game)}`;
/** Where games that people wrote are shown. */
export const GALLERY = "#gallery";
/** Where games are written; one of this device's manuscripts, or all of them. */
export const workshopAddress = (manuscript = "") => (manuscript === "" ? "#workshop" : `#workshop=${encodeURIComponent(manuscript)}`);
