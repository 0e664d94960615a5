/** The addresses of the page, each the fragment behind its one address. */
export const START = "#";
export const gameAddress = (id: string) => `#game=${encodeURIComponent(id)}`;
/** The whole address under which a game is opened by a key. */
export const pageAddress = (id: string) => `${location.origin}${location.pathname}${gameAddress(id)}`;
/** The address of the page on which a game that is shown to everybody is watched, by its public name. */
export const watchAddress = (name: string) => `#watch=${encodeURIComponent(name)}`;
/** Where games under way are shown that everybody may watch. */
export const WATCH = "#watch";
/** Where finished games are found, by what is said of them. */
export const pastGamesAddress = (sought: Record<string, string> = {}): string => {
  const said = new URLSearchParams(Object.entries(sought).filter(([, value]) => value !== "")).toString();
  return said === "" ? "#finished" : `#finished=${encodeURIComponent(said)}`;
};
/** Where the rules of a game are read, or a place in them. */
export const rulesAddress = (game: string, anchor = "") => `#rules=${encodeURIComponent(game)}${anchor === "" ? "" : `/${encodeURIComponent(anchor)}`}`;
/** The lessons of the first game, and links to those of the others. */
export const LEARN = "#learn";
/** Where a game is learnt: one of its lessons, `first` being the first, or all of them. */
export const learnAddress = (game: string, lesson = "") => `#learn=${encodeURIComponent(lesson === "" ? game : `${game}/${lesson}`)}`;
/** The start page with a game chosen. */
export const beginAddress = (game: string) => `#new=${encodeURIComponent(game)}`;
/** Where a game that somebody wrote is told of: who wrote it, its rules and its text. */
export const sharedAddress = (game: string) => `#shared=${encodeURIComponent(game)}`;
/** Where it is told who plays how well: the players of a game at paces of a class, or of the pool with most players. */
export const ratingsAddress = (game = "", pace = "") => (game === "" ? RATINGS : `#ratings=${encodeURIComponent(`${pace}/${game}`)}`);
/** The analysis page, which starts a game that the user plays for both sides. */
export const ANALYSIS = "#analysis";
export const RATINGS = "#ratings";
/** Where one finds an opponent. */
export const LOBBY = "#lobby";
/** The same with a game chosen. */
export const lobbyAddress = (game: string) => (game === "" ? LOBBY : `${LOBBY}=${encodeURIComponent(game)}`);
/** Where tournaments are listed, and organised. */
export const TOURNAMENTS = "#tournaments";
/** Where a tournament is told of, by its name. */
export const tournamentAddress = (tournament: string) => `#tournament=${encodeURIComponent(tournament)}`;
/** Where one signs in, and looks after one's account. */
export const ACCOUNT = "#account";
/** Where somebody with an account is told of. */
export const personAddress = (name: string) => `#person=${encodeURIComponent(name)}`;
/** Where it is told what is kept, and why. */
export const PRIVACY = "#privacy";
/** Where order is kept, by those who do. */
export const MODERATION = "#moderation";
/** Where games that people wrote are shown. */
export const GALLERY = "#gallery";
/** Where games are written; one of this device's manuscripts, or all of them. */
export const workshopAddress = (manuscript = "") => (manuscript === "" ? "#workshop" : `#workshop=${encodeURIComponent(manuscript)}`);
