import type { LanguageCode, PaceClass } from "@entourage/rules";
import { typeset } from "@entourage/board/typeset";
import { settings } from "../settings/settings.svelte";

const en = {
  ratings: "Leaderboards",
  claim: "Leaderboards by game and time control.",
  classes: { blitz: "Blitz", rapid: "Rapid", classical: "Classical", correspondence: "Correspondence" } satisfies Record<PaceClass, string>,
  classHints: {
    blitz: "Up to 10 minutes per player for 60 moves, including increments.",
    rapid: "More than 10 minutes and less than an hour.",
    classical: "An hour or more.",
    correspondence: "Days per move.",
  } satisfies Record<PaceClass, string>,
  game: "Game",
  pace: "Time control",
  place: "Rank",
  player: "Player",
  rating: "Rating",
  games: "Games",
  nobody: "No rated games yet. Play a rated game to be the first on the leaderboard.",
  nobodyHere: "No one is ranked here yet. Players are ranked once their rating is no longer provisional.",
  endless: "without draws by repetition or move limit",
  more: "Show more",
  away: "The server cannot be reached. Try again in a moment.",
  lists: "Leaderboard",
  about: "How ratings work",
  aboutText: (probability: string) => [
    "Ratings compare players’ strength: a player rated 200 points higher wins about three games out of four.",
    "Every player starts at 1500. Wins raise your rating and losses lower it; unexpected results change it more.",
    `The number after ± is the rating deviation. There is a ${probability} chance that your true strength is within twice that number of your rating. The deviation shrinks as you play and grows while you are inactive.`,
    "A question mark means that the rating is provisional: its deviation is above 110. Players with provisional ratings are not ranked. The mark usually disappears after about a dozen games.",
    "Each game and each combination of rule options has separate ratings for each type of time control.",
  ],
  counts: "Which games are rated",
  countsText: [
    "Both players are signed in and agreed to a rated game before it began.",
    "The rules are enforced, the game is timed, and it starts from the standard position.",
    "Both players have moved at least once, and the game has a result. Aborted games and no-shows do not count; losing on time counts as a loss.",
    "At most ten games a day between the same two players count. Suspicious games count only after a moderator has looked at them.",
    "Community games can be rated once a moderator has approved that exact version. A new version counts as a different game; ratings are kept if approval is withdrawn.",
    "Rated games are public: anyone can watch them and find them later. Either player can make a game private under Share.",
  ],
  how: "How ratings are calculated",
  howText: [
    "Ratings use Mark Glickman’s Glicko-2 system (tau = 0.5). Each game is a separate rating period and is rated when its result is stored. Every five days without a game count as an empty period.",
    "Ratings can be recalculated from the games at any time, so server operators can verify them.",
  ],
  rated: "Rated",
  ratedGame: "Rated game",
  ratedHint: "Changes both players’ ratings. Sign-in required; the game is public.",
  unlisted: "This community game has not been approved for rated play yet.",
  listedText: "Approved for rated play.",
  signInToPlay: "Sign in to play",
  ratingOf: (rating: number, deviation: number, provisional: boolean) => `Rating ${rating} ± ${deviation}${provisional ? ", provisional" : ""}`,
  changedBy: (change: number) => `${Math.abs(change)} ${Math.abs(change) === 1 ? "point" : "points"} ${change < 0 ? "lost" : "gained"}`,
  became: (rating: number, change: string) => `Your rating: ${rating} (${change})`,
};

const fr: typeof en = {
  ratings: "Classements",
  claim: "Classements par jeu et par cadence.",
  classes: { blitz: "Blitz", rapid: "Rapide", classical: "Classique", correspondence: "Correspondance" },
  classHints: {
    blitz: "Jusqu’à 10 minutes par joueur pour 60 coups, incréments compris.",
    rapid: "Plus de 10 minutes et moins d’une heure.",
    classical: "Une heure ou plus.",
    correspondence: "Plusieurs jours par coup.",
  },
  game: "Jeu",
  pace: "Cadence",
  place: "Rang",
  player: "Joueur",
  rating: "Classement",
  games: "Parties",
  nobody: "Aucune partie classée pour l’instant. Jouez-en une pour être le premier du classement.",
  nobodyHere: "Personne ne figure encore dans ce classement. Un joueur y figure dès que son classement n’est plus provisoire.",
  endless: "sans nulle par répétition ni limite de coups",
  more: "Afficher plus",
  away: "Le serveur est injoignable. Réessayez dans un instant.",
  lists: "Classement",
  about: "Comment fonctionne le classement",
  aboutText: (probability) => [
    "Le classement compare la force des joueurs : avec 200 points de plus, un joueur gagne environ trois parties sur quatre.",
    "Tout joueur commence à 1500. Une victoire augmente le classement, une défaite le diminue ; un résultat inattendu le modifie davantage.",
    `Le nombre après ± est l’écart type. Il y a ${probability} de chances que l’écart entre votre force réelle et votre classement soit inférieur au double de ce nombre. L’écart type diminue quand vous jouez et augmente avec l’inactivité.`,
    "Un point d’interrogation indique un classement provisoire : son écart type dépasse 110. Les joueurs dont le classement est provisoire ne figurent pas dans la liste. Ce signe disparaît en général après une douzaine de parties.",
    "Chaque jeu et chaque combinaison d’options de règles a un classement distinct pour chaque type de cadence.",
  ],
  counts: "Quelles parties sont classées",
  countsText: [
    "Les deux joueurs sont connectés et ont choisi une partie classée avant le début.",
    "Les règles s’appliquent, la partie est chronométrée et part de la position de départ standard.",
    "Les deux joueurs ont joué au moins un coup et la partie a un résultat. Les parties annulées et les forfaits ne comptent pas ; perdre au temps compte comme une défaite.",
    "Au plus dix parties par jour entre les deux mêmes joueurs comptent. Une partie suspecte ne compte qu’après l’examen d’un modérateur.",
    "Un jeu de la communauté peut être classé une fois que la modération a autorisé cette version précise. Une nouvelle version compte comme un autre jeu ; les classements sont conservés si l’autorisation est retirée.",
    "Les parties classées sont publiques : tout le monde peut les regarder et les retrouver. Chaque joueur peut rendre une partie privée dans « Partager ».",
  ],
  how: "Comment le classement est calculé",
  howText: [
    "Le classement suit le système Glicko-2 de Mark Glickman (tau = 0,5). Chaque partie forme à elle seule une période de classement et compte dès que son résultat est enregistré. Chaque tranche de cinq jours sans partie compte comme une période vide.",
    "Les classements peuvent être recalculés à tout moment à partir des parties : l’exploitant d’un serveur peut donc les vérifier.",
  ],
  rated: "Classée",
  ratedGame: "Partie classée",
  ratedHint: "Le classement des deux joueurs changera. Connexion requise ; la partie est publique.",
  unlisted: "Ce jeu de la communauté n’est pas encore autorisé pour les parties classées.",
  listedText: "Autorisé pour les parties classées.",
  signInToPlay: "Se connecter pour jouer",
  ratingOf: (rating, deviation, provisional) => `Classement ${rating} ± ${deviation}${provisional ? ", provisoire" : ""}`,
  changedBy: (change) => `${Math.abs(change)} ${Math.abs(change) <= 1 ? "point" : "points"} ${change < 0 ? "perdu" : "gagné"}${Math.abs(change) <= 1 ? "" : "s"}`,
  became: (rating, change) => `Votre classement : ${rating} (${change})`,
};

const all: Record<LanguageCode, typeof en> = { en, fr: typeset(fr) };

export const ratingWords = (): typeof en => all[settings.language];

/** Formats a change of a rating, such as `+12`. */
export const signed = (change: number): string => (change > 0 ? `+${change}` : change < 0 ? `−${-change}` : "±0");
