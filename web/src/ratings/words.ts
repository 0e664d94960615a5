import type { LanguageCode, PaceClass } from "@entourage/rules";
import { typeset } from "@entourage/board/typeset";
import { settings } from "../settings/settings.svelte";

const en = {
  ratings: "Ratings",
  claim: "Who plays how well, as their games tell it.",
  classes: { blitz: "Blitz", rapid: "Rapid", classical: "Classical", correspondence: "Correspondence" } satisfies Record<PaceClass, string>,
  classHints: {
    blitz: "Up to 10 minutes a player, counted for 60 moves.",
    rapid: "More than 10 minutes and less than an hour.",
    classical: "An hour or more.",
    correspondence: "Over days.",
  } satisfies Record<PaceClass, string>,
  game: "Game",
  pace: "Pace",
  place: "Place",
  player: "Player",
  rating: "Rating",
  games: "Games",
  nobody: "Nobody has played a rated game yet.",
  nobodyHere: "Nobody has played such a game within a year.",
  endless: "without endings by repetition or quiet moves",
  more: "Show more",
  away: "The server cannot be reached. Try again in a moment.",
  lists: "Leaderboard",
  about: "What these numbers say",
  aboutText: [
    "A rating tells how strong a player is beside the others: whoever has 200 points more wins about three games of four.",
    "Everybody begins at 1500. A won game raises a rating and a lost one lowers it, the more the less it was expected.",
    "The number after ± is the deviation: the true strength lies within twice as much, 95 times in 100. It shrinks with every game and grows again while somebody rests.",
    "A question mark stands after a rating whose deviation is above 110: too little is known yet, or no longer. After about a dozen games it goes.",
    "Each game has ratings of its own, with the options that belong to its rules, and for each class of pace, because fast and slow games ask for different things.",
  ],
  counts: "Which games count",
  countsText: [
    "Both players are signed in, and both agreed before the game began that it is rated.",
    "The rules are enforced, clocks run, and the game begins at its usual start.",
    "It comes to a result: an aborted game changes nothing. A game that ends because time is up is lost like any other.",
    "Games that somebody wrote and handed in count once those who keep order here have listed just that text. A new version of it is another game; ratings stay when a text is listed no more.",
    "Everybody may watch a rated game, and find it once it has ended. Either player can take that back under Share.",
  ],
  how: "How they are computed",
  howText: [
    "By Mark Glickman's Glicko-2 (tau = 0.5), with each game as a rating period of its own, in the same moment in which its result is stored. Five days without a game count as a period without one.",
    "Ratings can be computed again from the games at any time, and whoever runs a server can check that they come out equal.",
  ],
  rated: "Rated",
  ratedGame: "A rated game",
  ratedHint: "Both are signed in, the result changes their ratings, and everybody may watch and find the game.",
  unlisted: "Games that somebody wrote are rated once those who keep order here have listed them.",
  listedText: "Its games may be rated.",
  signInToPlay: "Sign in to play",
  ratingOf: (rating: number, deviation: number, provisional: boolean) => `Rating ${rating} ± ${deviation}${provisional ? ", provisional" : ""}`,
  changedBy: (change: number) => (change < 0 ? `${-change} points lost` : `${change} points won`),
};

const fr: typeof en = {
  ratings: "Classements",
  claim: "Qui joue à quel niveau, d'après ses parties.",
  classes: { blitz: "Blitz", rapid: "Rapide", classical: "Classique", correspondence: "Correspondance" },
  classHints: {
    blitz: "Jusqu'à 10 minutes par joueur, comptées pour 60 coups.",
    rapid: "Plus de 10 minutes et moins d'une heure.",
    classical: "Une heure ou plus.",
    correspondence: "Sur plusieurs jours.",
  },
  game: "Jeu",
  pace: "Cadence",
  place: "Rang",
  player: "Joueur",
  rating: "Classement",
  games: "Parties",
  nobody: "Personne n'a encore joué de partie classée.",
  nobodyHere: "Personne n'a joué de telle partie depuis un an.",
  endless: "sans fin par répétition ni par coups calmes",
  more: "En montrer plus",
  away: "Le serveur est injoignable. Réessayez dans un instant.",
  lists: "Tableau",
  about: "Ce que disent ces nombres",
  aboutText: [
    "Un classement dit la force d'un joueur à côté des autres : avec 200 points de plus, on gagne environ trois parties sur quatre.",
    "Chacun commence à 1500. Une partie gagnée fait monter, une partie perdue fait descendre, d'autant plus que le résultat était moins attendu.",
    "Le nombre après ± est l'écart : la vraie force est à moins de deux fois autant, 95 fois sur 100. Il diminue à chaque partie et grandit pendant qu'on se repose.",
    "Un point d'interrogation suit un classement dont l'écart dépasse 110 : on en sait encore trop peu, ou on n'en sait plus assez. Il disparaît après une douzaine de parties.",
    "Chaque jeu a ses propres classements, avec les options qui font partie de ses règles, et un pour chaque sorte de cadence, car jouer vite et jouer lentement demandent autre chose.",
  ],
  counts: "Quelles parties comptent",
  countsText: [
    "Les deux joueurs sont connectés, et tous deux ont accepté avant le début que la partie soit classée.",
    "Les règles sont appliquées, les pendules tournent, et la partie commence au départ habituel.",
    "Elle arrive à un résultat : une partie annulée ne change rien. Une partie perdue au temps est perdue comme une autre.",
    "Les jeux que quelqu'un a écrits et déposés comptent une fois que ceux qui veillent au bon ordre ont inscrit ce texte même. Une nouvelle version est un autre jeu ; les classements restent si un texte n'est plus inscrit.",
    "Chacun peut regarder une partie classée, et la retrouver une fois finie. Chaque joueur peut revenir là-dessus sous Partager.",
  ],
  how: "Comment ils sont calculés",
  howText: [
    "Par le Glicko-2 de Mark Glickman (tau = 0,5), chaque partie étant une période à elle seule, au moment même où son résultat est enregistré. Cinq jours sans partie comptent comme une période sans partie.",
    "Les classements peuvent être recalculés à tout moment d'après les parties, et qui tient un serveur peut vérifier qu'ils sont égaux.",
  ],
  rated: "Classée",
  ratedGame: "Une partie classée",
  ratedHint: "Les deux sont connectés, le résultat change leurs classements, et chacun peut regarder et retrouver la partie.",
  unlisted: "Les jeux écrits par quelqu'un sont classés une fois inscrits par ceux qui veillent au bon ordre ici.",
  listedText: "Ses parties peuvent être classées.",
  signInToPlay: "Se connecter pour jouer",
  ratingOf: (rating, deviation, provisional) => `Classement ${rating} ± ${deviation}${provisional ? ", provisoire" : ""}`,
  changedBy: (change) => (change < 0 ? `${-change} points perdus` : `${change} points gagnés`),
};

const all: Record<LanguageCode, typeof en> = { en, fr: typeset(fr) };

/** Returns the words about ratings, in the language of the page. */
export const ratingWords = (): typeof en => all[settings.language];
