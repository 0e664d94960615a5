/** Addresses of pages: fragments of the site's only URL. */
export const START = "#";
export const gameAddress = (id: string) => `#game=${encodeURIComponent(id)}`;
/** The full URL of a game opened with a key. */
export const pageAddress = (id: string) => `${location.origin}${location.pathname}${gameAddress(id)}`;
/** The page that shows a public game by its public name. */
export const watchAddress = (name: string) => `#watch=${encodeURIComponent(name)}`;
/** The list of live public games. */
export const WATCH = "#watch";
/** The search of past games with filters. */
export const pastGamesAddress = (sought: Record<string, string> = {}): string => {
  const said = new URLSearchParams(Object.entries(sought).filter(([, value]) => value !== "")).toString();
  return said === "" ? "#finished" : `#finished=${encodeURIComponent(said)}`;
};
/** The rules of a game, or an anchor in them. */
export const rulesAddress = (game: string, anchor = "") => `#rules=${encodeURIComponent(game)}${anchor === "" ? "" : `/${encodeURIComponent(anchor)}`}`;
/** The lessons of the first game, and links to those of the others. */
export const LEARN = "#learn";
/** The lessons of a game, or one of them; `first` is the first lesson. */
export const learnAddress = (game: string, lesson = "") => `#learn=${encodeURIComponent(lesson === "" ? game : `${game}/${lesson}`)}`;
/** The start page with a game selected. */
export const beginAddress = (game: string) => `#new=${encodeURIComponent(game)}`;
/** The page of a community game: author, rules and text. */
export const sharedAddress = (game: string) => `#shared=${encodeURIComponent(game)}`;
/** The leaderboard of a game and class of time controls, or the one with most players. */
export const ratingsAddress = (game = "", pace = "") => (game === "" ? RATINGS : `#ratings=${encodeURIComponent(`${pace}/${game}`)}`);
/** The choice of a game to analyse, and the analyses stored on this device. */
export const ANALYSIS = "#analysis";
/** The analysis board after the first `ply` of some moves, by default all; `start` is empty for the game's start position. */
export const analysisAddress = (spec: string, start = "", moves: readonly string[] = [], ply = moves.length): string => {
  const parts = { game: spec, start, moves: moves.join(" "), ply: ply === moves.length ? "" : String(ply) };
  return `${ANALYSIS}?${new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== "")).toString()}`;
};
/** The list of puzzle sets. */
export const PUZZLES = "#puzzles";
/** The next puzzle of a set, of `all` sets or to `repeat`, the `daily` puzzle, or a puzzle by its permanent address. */
export const puzzleAddress = (set: string, id = "") => [PUZZLES, set, id].filter((part) => part !== "").map((part, i) => (i === 0 ? part : encodeURIComponent(part))).join("/");
/** The list of studies, with filters of the search. */
export const STUDIES = "#studies";
export const studiesAddress = (sought: Record<string, string> = {}): string => {
  const said = new URLSearchParams(Object.entries(sought).filter(([, value]) => value !== "")).toString();
  return said === "" ? STUDIES : `${STUDIES}=${encodeURIComponent(said)}`;
};
/** A study, or one of its chapters. */
export const studyAddress = (study: string, chapter = ""): string => `#study=${encodeURIComponent(study)}${chapter === "" ? "" : `&chapter=${encodeURIComponent(chapter)}`}`;
export const RATINGS = "#ratings";
/** The lobby, where players find opponents. */
export const LOBBY = "#lobby";
/** The lobby with a game selected. */
export const lobbyAddress = (game: string) => (game === "" ? LOBBY : `${LOBBY}=${encodeURIComponent(game)}`);
export const TOURNAMENTS = "#tournaments";
export const tournamentAddress = (tournament: string) => `#tournament=${encodeURIComponent(tournament)}`;
/** Sign-in, or the user's account. */
export const ACCOUNT = "#account";
/** A group of the account's settings. */
export const accountAddress = (group: string) => (group === "profile" ? ACCOUNT : `${ACCOUNT}=${group}`);
/** The public profile of an account. */
export const personAddress = (name: string) => `#person=${encodeURIComponent(name)}`;
export const PRIVACY = "#privacy";
export const MODERATION = "#moderation";
/** The list of all games. */
export const GAMES = "#games";
/** The list of community games. */
export const GALLERY = "#gallery";
/** The workshop: a draft on this device, or the list of drafts. */
export const workshopAddress = (manuscript = "") => (manuscript === "" ? "#workshop" : `#workshop=${encodeURIComponent(manuscript)}`);
