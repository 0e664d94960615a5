use entourage_kernel::{Language, Refusal, TextError};
use entourage_record::Version;
use entourage_registry::view::FaultView;
use entourage_registry::{HandError, SetupError};

use super::{ErrorKind, Part};
use crate::domain::{End, Frozen, PlanFault, Scene, Sentence, Snapshot};

errors! {
worded {
    // Requests.
    NoRoute = Missing "no-route"
        "There is nothing at this address."
        "Il n'y a rien à cette adresse.";
    Method = Method "method"
        "This address does not know this method."
        "Cette adresse ne connaît pas cette méthode.";
    NoPage = Missing "no-page"
        "This server was built without its page; the interface under /api works."
        "Ce serveur a été construit sans sa page ; l'interface sous /api fonctionne.";
    Origin = Forbidden "origin"
        "Another site's page may not change anything here."
        "La page d'un autre site ne peut rien changer ici.";
    Host = Misdirected "host"
        "This server goes by another name."
        "Ce serveur porte un autre nom.";
    AnswersBusy = Unavailable "busy"
        "The server has too many answers under way just now."
        "Le serveur a trop de réponses en cours pour l'instant.";
    NoKey = Unauthorized "no-key"
        "The request has no key: it belongs in the Authorization header, after \"Bearer\"."
        "La requête n'a pas de clé : elle se place dans l'en-tête Authorization, après « Bearer ».";
    BadKey = Unauthorized "bad-key"
        "This is no key: the link is damaged."
        "Ce n'est pas une clé : le lien est endommagé.";
    MediaType = MediaType "media-type"
        "The body must be JSON (application/json)."
        "Le corps doit être en JSON (application/json).";
    Limited { seconds: u32 } = Limited "limited"
        "Your address has asked a lot of the server in a short time. Try again in {seconds} s."
        "Votre adresse a beaucoup demandé au serveur en peu de temps. Réessayez dans {seconds} s.";
    TooManyOffers = Limited "invitations"
        "Your address offers as many games to anybody as it may. Wait until somebody takes one, or abort one."
        "Votre adresse propose à tous autant de parties qu'elle peut. Attendez que quelqu'un en prenne une, ou annulez-en une.";
    Slow = Unavailable "slow"
        "The request took too long."
        "La requête a pris trop de temps.";
    TooLarge = TooLarge "too-large"
        "The request is too large."
        "La requête est trop grande.";
    Internal = Broken "internal"
        "The server has an error."
        "Le serveur a rencontré une erreur.";

    // Games.
    NoGame = Missing "no-game"
        "There is no such game."
        "Cette partie n'existe pas.";
    Watching = Forbidden "watching"
        "This link is to watch the game, not to play it."
        "Ce lien permet de regarder la partie, pas de la jouer.";
    OtherSide = Forbidden "other-side"
        "This link plays for the other side."
        "Ce lien permet de jouer pour l'autre camp.";
    Turn = Forbidden "turn"
        "It is the other player's turn."
        "C'est à l'autre joueur de jouer.";
    Agreement = Forbidden "agreement"
        "Both players must agree: the other one has not proposed this."
        "Les deux joueurs doivent être d'accord : l'autre ne l'a pas proposé.";
    Offered = Refused "offered"
        "This was proposed already; the other player answers, or makes a move."
        "Cela a déjà été proposé ; à l'autre joueur de répondre, ou de jouer un coup.";
    NoOffer = Refused "no-offer"
        "Nothing is proposed."
        "Rien n'est proposé.";
    Underway = Refused "underway"
        "The game is not over yet."
        "La partie n'est pas encore finie.";
    Earnest = Refused "earnest"
        "A game is aborted before its second move only; after that it is resigned."
        "Une partie s'annule avant son deuxième coup seulement ; ensuite, on l'abandonne.";
    Often = Refused "often"
        "That is enough until the next move."
        "Cela suffit jusqu'au prochain coup.";
    Asked = Conflict "asked"
        "The other player wishes this game deleted, too: it goes only if you agree to that."
        "L'autre joueur souhaite aussi effacer cette partie : elle ne disparaît que si vous en êtes d'accord.";
    Follows = Refused "follows"
        "You play again: this game can be deleted when both have gone on to the next one."
        "Vous rejouez : cette partie pourra être effacée quand les deux joueurs seront passés à la suivante.";
    NoRematch = Conflict "no-rematch"
        "The players have not agreed to play again."
        "Les joueurs n'ont pas décidé de rejouer.";
    Taken = Conflict "taken"
        "Somebody was faster: this side is taken."
        "Quelqu'un a été plus rapide : ce camp est pris.";
    NotHost = Forbidden "not-host"
        "Only the player who created the game may replace its links."
        "Seul le joueur qui a créé la partie peut en remplacer les liens.";
    Begun = Conflict "begun"
        "The game has begun: its links cannot be replaced any more."
        "La partie a commencé : ses liens ne peuvent plus être remplacés.";
    ClocksTogether = Refused "combination"
        "Clocks are for two people apart, each with a seat."
        "Les pendules sont pour deux personnes à distance, chacune avec sa place.";
    KeyTogether = Refused "combination"
        "Whoever creates a game draws a key to it only where one key plays both sides."
        "Qui crée une partie n'en tire la clé que si une seule clé joue les deux camps.";
    KeyTaken = Conflict "taken"
        "This key opens something else already."
        "Cette clé ouvre déjà autre chose.";
    WatchedOpen = Refused "combination"
        "Others may watch from the beginning only where anybody may take the other side."
        "D'autres ne peuvent regarder dès le début que si n'importe qui peut prendre l'autre camp.";
    ChoicesLate = Refused "combination"
        "Players choose what they begin with at the start only, not beside a position or moves."
        "Les joueurs choisissent leur début de partie au départ seulement, pas à côté d'une position ou de coups.";
    Players = Refused "players"
        "A player is a person or the computer at one of its levels."
        "Un joueur est une personne ou l'ordinateur à l'un de ses niveaux.";
    TooLong { most: usize } = Refused "too-long"
        "The game is too long: the server keeps at most {most} events."
        "La partie est trop longue : le serveur garde au plus {most} événements.";
    Legs { most: usize } = Refused "too-long"
        "The game is too long: its turns by hand have at most {most} legs in all."
        "La partie est trop longue : ses tours à la main ont au plus {most} étapes en tout.";
    Committed = Conflict "committed"
        "This player has committed another choice before."
        "Ce joueur a déjà validé un autre choix.";
    Preparing = Refused "preparing"
        "The game begins when both players have chosen."
        "La partie commence quand les deux joueurs ont choisi.";
    Conflict(Box<Snapshot>) = Conflict "conflict"
        "The game went on otherwise meanwhile."
        "La partie a continué autrement entre-temps.";
    NoMail = Refused "no-mail"
        "This server sends no e-mail."
        "Ce serveur n'envoie pas de courriels.";
    Address = Refused "address"
        "This is no e-mail address."
        "Ce n'est pas une adresse de courriel.";
    Unavailable = Unavailable "unavailable"
        "The server cannot reach its database just now."
        "Le serveur n'a pas accès à sa base de données pour l'instant.";
    Full = Unavailable "full"
        "The server's disk is nearly full: no new game can begin for now. Games under way go on."
        "Le disque du serveur est presque plein : aucune partie ne peut commencer pour l'instant. Les parties en cours continuent.";
    Damaged = Broken "damaged"
        "The stored game is damaged."
        "La partie conservée est endommagée.";
    NoClock = Refused "no-clock"
        "No clock runs in this game, or not yet."
        "Aucune pendule ne tourne dans cette partie, ou pas encore.";
    Paused = Refused "paused"
        "The game is paused; agree to go on first."
        "La partie est en pause ; mettez-vous d'abord d'accord pour la reprendre.";
    Going = Refused "going"
        "The game is not paused."
        "La partie n'est pas en pause.";
    FullClock = Refused "full-clock"
        "The other player's clock holds as much time as it may."
        "La pendule de l'autre joueur contient autant de temps qu'elle le peut.";
    Announced = Refused "announced"
        "A vacation is announced already; take it back first."
        "Un congé est déjà annoncé ; retirez d'abord l'annonce.";
    NotAnnounced = Refused "not-announced"
        "No vacation is announced, or it has begun."
        "Aucun congé n'est annoncé, ou il a commencé.";
    Ahead = Refused "ahead"
        "A vacation is announced for an instant to come, at most 90 days ahead."
        "Un congé s'annonce pour un moment à venir, au plus 90 jours à l'avance.";

    // How much the rules help.
    NoDegree = Refused "degree"
        "A game is enforced, warned or free."
        "Une partie est arbitrée (enforced), avec alertes (warned) ou libre (free).";
    DegreeComputer = Refused "degree"
        "The computer plays by the rules only."
        "L'ordinateur ne joue que selon les règles.";
    DegreePlan = Refused "degree"
        "Moves are made ready only where the rules are enforced."
        "On ne prépare des coups que là où les règles sont appliquées.";
    Barred = Refused "barred"
        "The rules refused this turn after a protest: choose another one."
        "Les règles ont refusé ce tour après une réclamation : choisissez-en un autre.";
    NothingToProtest = Refused "no-protest"
        "There is no turn of the other player to protest against, or the rules have judged it already."
        "Il n'y a pas de tour adverse contre lequel réclamer, ou les règles l'ont déjà jugé.";

    // Chat, notes and conditional moves.
    Alone = Refused "alone"
        "One key plays both sides of this game."
        "Une seule clé joue les deux camps de cette partie.";
    TooFast = Limited "too-fast"
        "That is much in a short time: wait a moment."
        "C'est beaucoup en peu de temps : attendez un instant.";
    TooMuch = Refused "too-much"
        "You have said as much as can be said in one game."
        "Vous avez dit tout ce qui peut l'être dans une partie.";
    OwnTurn = Refused "own-turn"
        "It is your turn: moves are prepared while the other player is to move."
        "C'est à vous de jouer : les coups se préparent quand c'est à l'autre joueur.";
    NoText = Refused "words"
        "There are no words."
        "Il n'y a aucun mot.";
    LongText { most: usize } = Refused "words"
        "At most {most} characters, please."
        "{most} caractères au plus, s'il vous plaît.";
    UnwrittenText = Refused "words"
        "The text has a character that is not written, such as a control character."
        "Le texte contient un caractère qui ne s'écrit pas, comme un caractère de contrôle.";

    // Ratings.
    RatedGuest = Forbidden "guest"
        "Rated games are for those who are signed in."
        "Les parties classées sont pour les personnes connectées.";
    RatedOneself = Forbidden "oneself"
        "Nobody plays against themselves here."
        "Personne ne joue contre soi-même ici.";
    RatedClosed = Refused "rated"
        "A rated game is one that anybody may take: a link could reach somebody without an account."
        "Une partie classée est ouverte à tous : un lien pourrait arriver chez quelqu'un sans compte.";
    RatedDegree = Refused "rated"
        "Only games whose rules are enforced are rated."
        "Seules les parties dont les règles sont appliquées sont classées.";
    RatedStart = Refused "rated"
        "Only games from their usual start are rated."
        "Seules les parties qui commencent au départ habituel sont classées.";
    RatedPace = Refused "rated"
        "Only games with clocks are rated."
        "Seules les parties avec pendule sont classées.";
    Unlisted = Refused "unlisted"
        "Games that somebody wrote are rated once a moderator has listed them."
        "Les jeux écrits par quelqu'un sont classés quand un modérateur les a inscrits.";
    RatedSeats = Refused "rated"
        "The game is rated: its seats stay with those who have them."
        "La partie est classée : ses places restent à qui les a.";

    // Opponents.
    NoOpponent = Refused "nobody"
        "Nobody has this name here."
        "Personne ne porte ce nom ici.";
    ChallengeGuest = Forbidden "guest"
        "Who challenges somebody is signed in."
        "Pour défier quelqu'un, il faut être connecté.";
    OwnSeek = Forbidden "oneself"
        "Nobody plays against themselves here."
        "Personne ne joue contre soi-même ici.";
    OtherChallenge = Forbidden "challenge"
        "This challenge is for somebody else."
        "Ce défi s'adresse à quelqu'un d'autre.";
    SeekRange = Forbidden "range"
        "This player looks for an opponent of another strength."
        "Ce joueur cherche un adversaire d'une autre force.";
    SeekBounds = Refused "range"
        "The lowest rating is not above the highest, and there are bounds in rated games only."
        "Le classement le plus bas ne dépasse pas le plus haut, et il n'y a de bornes que dans les parties classées.";
    TooManySeeks = Refused "seeks"
        "So many of your games wait for an opponent already: withdraw one of them."
        "Tant de vos parties attendent déjà un adversaire : retirez-en une.";
    NoSeek = Missing "unknown"
        "Nobody looks for this game any more."
        "Plus personne ne cherche cette partie.";

    // Tournaments.
    NoTournament = Missing "unknown"
        "There is no such tournament."
        "Il n'y a pas de tel tournoi.";
    NoEntrant = Missing "no-person"
        "Nobody of this name takes part."
        "Personne de ce nom ne participe.";
    TournamentClosed = Conflict "closed"
        "It is too late for that in this tournament."
        "Il est trop tard pour cela dans ce tournoi.";
    TournamentFull = Conflict "full-tournament"
        "As many take part in this tournament as may."
        "Ce tournoi est complet.";
    TournamentRange = Forbidden "range"
        "This tournament is for players of another strength."
        "Ce tournoi s'adresse à des joueurs d'une autre force.";
    NotOrganiser = Forbidden "not-organiser"
        "Only whoever organises the tournament may do that."
        "Seule la personne qui organise le tournoi peut faire cela.";
    TooFewEntrants = Conflict "few"
        "A tournament begins with two at least."
        "Un tournoi commence à deux au moins.";
    TooManyTournaments = Refused "tournaments"
        "You organise as many tournaments as one may: end or cancel one of them."
        "Vous organisez autant de tournois qu'on peut : terminez-en ou annulez-en un.";
    TournamentTerms = Refused "terms"
        "It begins within a year, takes from 2 to 500 people (a round robin no more than 50), and the lowest rating is not above the highest; there are bounds where there are ratings only."
        "Il commence dans l'année, accueille de 2 à 500 personnes (un toutes-rondes 50 au plus), et le classement le plus bas ne dépasse pas le plus haut ; il n'y a de bornes que là où il y a des classements.";
    TournamentLength = Refused "length"
        "A Swiss tournament has from 1 to 50 rounds, an arena lasts from 5 to 720 minutes, and a round robin says nothing."
        "Un système suisse compte de 1 à 50 rondes, une arène dure de 5 à 720 minutes, et un toutes-rondes ne dit rien.";
    TournamentPace = Refused "pace"
        "A tournament is played with clocks, and an arena in live games."
        "Un tournoi se joue avec des pendules, et une arène en parties en direct.";
    ByeRound = Conflict "round"
        "Only a round to come of a Swiss tournament can be sat out, and not more than half of them."
        "On ne peut passer qu'une ronde à venir d'un système suisse, et pas plus de la moitié.";
    TournamentChanged = Conflict "changed"
        "The tournament has changed meanwhile. Try again."
        "Le tournoi a changé entre-temps. Réessayez.";

    // Game definitions.
    NoDefinition = Missing "no-definition"
        "There is no such game here."
        "Ce jeu n'existe pas ici.";
    Licence = Refused "licence"
        "This licence is not offered."
        "Cette licence n'est pas proposée.";
    Faults(Vec<FaultView>) = Refused "faults"
        "The text has errors: it is no game yet."
        "Le texte a des erreurs : ce n'est pas encore un jeu.";
    DefinitionTaken(String) = Conflict "taken"
        "Somebody else has handed this very text in; it can be played."
        "Quelqu'un d'autre a déposé ce même texte ; on peut y jouer.";
    TooManyDefinitions = Refused "too-many"
        "You have handed in as many games as one person may."
        "Vous avez déposé autant de jeux qu'une personne le peut.";
    NotAuthor = Forbidden "not-author"
        "Only its author may do this."
        "Seul son auteur peut faire cela.";
    NoOrigin = Refused "no-origin"
        "The game from which this one was made is not public."
        "Le jeu dont celui-ci est tiré n'est pas public.";
    Withdrawn = Refused "withdrawn"
        "Its author has withdrawn this game: games under way go on, and none begins."
        "Son auteur a retiré ce jeu : les parties en cours continuent, et aucune ne commence.";
    Hidden = Refused "hidden"
        "This game was hidden by whoever runs the server: games under way go on, and none begins."
        "Ce jeu a été masqué par qui tient le serveur : les parties en cours continuent, et aucune ne commence.";
    Unanswered(Vec<FaultView>) = Refused "unanswered"
        "Before everybody is shown the game, its warnings want an answer: mend the line, or say \"# meant: CODE\" at its end."
        "Avant que tous voient le jeu, ses avertissements attendent une réponse : corrigez la ligne, ou écrivez « # meant: CODE » à sa fin.";
    Disagreement { position: String } = Refused "disagreement"
        "The two readings of its rules differ in the position {position}: please tell us."
        "Les deux lectures de ses règles diffèrent dans la position {position} : dites-le-nous, s'il vous plaît.";
    TooSlow = Refused "too-slow"
        "Playing this game takes the server too long to show it to everybody."
        "Jouer à ce jeu prend trop de temps au serveur pour le montrer à tous.";
    WorkshopBusy = Unavailable "busy"
        "Other games are being looked at: try again in a moment."
        "D'autres jeux sont en cours d'examen : réessayez dans un instant.";

    // Moderation.
    Blocked = Forbidden "blocked"
        "This person wants nothing to do with you."
        "Cette personne ne souhaite pas avoir affaire à vous.";
    TooManyTies = Refused "ties"
        "You follow or block as many people as one may."
        "Vous suivez ou bloquez autant de personnes que permis.";
    Role = Forbidden "role"
        "This is for those who keep order here."
        "C'est réservé à ceux qui veillent au bon ordre ici.";
    Rank = Forbidden "rank"
        "They keep as much order here as you do: ask whoever runs the server."
        "Cette personne a autant de pouvoirs que vous ici : demandez à qui tient le serveur.";
    NoPerson = Missing "no-person"
        "Nobody has this name."
        "Personne n'a ce nom.";
    NoComplaint = Missing "no-complaint"
        "There is no such report, or it is closed."
        "Ce signalement n'existe pas, ou est clos.";
    AboutOneself = Refused "oneself"
        "That is yourself."
        "C'est vous-même.";
    TooManyComplaints = Refused "complaints"
        "You have as many reports open as one may. Wait until some are looked at."
        "Vous avez autant de signalements ouverts que permis. Attendez que l'on en ait vu quelques-uns.";
    Unrestrained = Conflict "unrestrained"
        "Nothing of that kind stands."
        "Rien de tel n'est en vigueur.";
    Listed = Conflict "listed"
        "The game stands so already."
        "Il en est déjà ainsi de ce jeu.";
    Unshown = Refused "not-shown"
        "Only games that everybody is shown are listed for ratings."
        "Seuls les jeux montrés à tous sont inscrits pour le classement.";

    // The bot API.
    BadToken = Unauthorized "bad-token"
        "This token opens nothing: it is damaged, or was revoked."
        "Ce jeton n'ouvre rien : il est endommagé, ou révoqué.";
    TooManyTokens = Refused "tokens"
        "Your account has as many tokens as one may: revoke one of them."
        "Votre compte a autant de jetons que permis : révoquez-en un.";
    TokenName = Refused "token-name"
        "A token has a name of 1 to 60 characters."
        "Un jeton a un nom de 1 à 60 caractères.";
    TokenScopes = Refused "scopes"
        "Say what the token is for: one thing at least, by its word."
        "Dites à quoi sert le jeton : une chose au moins, par son mot.";
    IsBot = Forbidden "bot"
        "A bot challenges people by name and is challenged; it takes no game that is offered to people."
        "Un bot défie les gens par leur nom et se laisse défier ; il ne prend aucune partie proposée aux gens.";
    NotBot = Forbidden "not-bot"
        "This account is no bot's."
        "Ce compte n'est pas celui d'un bot.";
    HasPlayed = Conflict "played"
        "This account has played already: a bot begins with an account of its own."
        "Ce compte a déjà joué : un bot commence avec un compte à lui.";
    TooManyStreams = Limited "streams"
        "The account has as many streams open as one may."
        "Le compte a autant de flux ouverts que permis.";
    ChallengeTerms = Refused "terms"
        "There is no such clock, side or position to begin a game with."
        "Aucune partie ne commence avec cette pendule, ce camp ou cette position.";

    // Notifications.
    NoPush = Refused "no-push"
        "This server sends no notifications."
        "Ce serveur n'envoie pas de notifications.";
    PushEndpoint = Refused "endpoint"
        "This server does not know the service that brings this browser its notifications."
        "Ce serveur ne connaît pas le service qui apporte ses notifications à ce navigateur.";
    PushKeys = Refused "keys"
        "The keys of this browser for notifications are none."
        "Les clés de ce navigateur pour les notifications n'en sont pas.";

    // Accounts.
    SignedOut = Unauthorized "signed-out"
        "You are not signed in here."
        "Vous n'avez pas ouvert de session ici.";
    Credentials = Forbidden "credentials"
        "This does not open an account: look at the name and at what you gave with it."
        "Cela n'ouvre aucun compte : vérifiez le nom et ce que vous avez donné avec lui.";
    Ways = Refused "ways"
        "Give a password, a recovery code or a passkey: one of them."
        "Donnez un mot de passe, un code de secours ou une clé d'accès : l'un d'eux.";
    Attempts { seconds: u32 } = Limited "attempts"
        "This name was tried too often. Try again in {seconds} s, or use a passkey."
        "Ce nom a été essayé trop souvent. Réessayez dans {seconds} s, ou utilisez une clé d'accès.";
    NameTaken = Conflict "name-taken"
        "Somebody has this name, or one that looks like it."
        "Quelqu'un a ce nom, ou un nom qui lui ressemble.";
    Unproven = Forbidden "prove"
        "Please show once more that it is you: your password or passkey."
        "Montrez encore une fois que c'est vous : mot de passe ou clé d'accès.";
    LastWay = Conflict "last-way"
        "This is the only way into your account; add another before."
        "C'est le seul accès à votre compte ; ajoutez-en un autre d'abord.";
    Passkey = Refused "passkey"
        "The passkey did not answer what it was asked, or took too long. Try again."
        "La clé d'accès n'a pas répondu à la question, ou trop tard. Réessayez.";
    PasskeyTaken = Refused "passkeys"
        "This passkey is known already, or your account has as many as one may."
        "Cette clé d'accès est déjà connue, ou votre compte en a autant que permis.";
    NoPasskeys = Refused "no-passkeys"
        "This server is not reached by a name over a safe connection, so that there are no passkeys for it."
        "Ce serveur n'est pas joint par un nom sur une connexion sûre : il n'y a pas de clés d'accès pour lui.";
    Link = Missing "link"
        "This link is good for nothing any more: it was used, or too much time has passed. Ask for another."
        "Ce lien ne sert plus à rien : il a été utilisé, ou trop de temps a passé. Demandez-en un autre.";
    NotYours = Missing "unknown"
        "Your account has no such thing."
        "Votre compte n'a rien de tel.";
    AccountChanged = Conflict "changed"
        "Your account was changed meanwhile; look again."
        "Votre compte a changé entre-temps ; regardez de nouveau.";
    AccountsBusy = Unavailable "busy"
        "Many people sign in just now: try again in a moment."
        "Beaucoup de gens ouvrent une session : réessayez dans un instant.";
    NameLength = Refused "name"
        "A name has from 2 to 24 letters."
        "Un nom a de 2 à 24 lettres.";
    NameLetters = Refused "name"
        "A name has letters and digits, with single spaces, dashes, dots or apostrophes between them."
        "Un nom a des lettres et des chiffres, séparés au plus par un espace, un tiret, un point ou une apostrophe.";
    NameScripts = Refused "name"
        "A name is written in one script: letters of several would let it pass for another."
        "Un nom s'écrit dans une seule écriture : en mêler plusieurs le ferait passer pour un autre.";
    NameReserved = Refused "name"
        "This name is kept for the house."
        "Ce nom est réservé à la maison.";
    PasswordShort = Refused "password"
        "A password has at least 8 characters."
        "Un mot de passe a au moins 8 caractères.";
    PasswordLong = Refused "password"
        "A password has at most 128 characters."
        "Un mot de passe a au plus 128 caractères.";
    PasswordCommon = Refused "password"
        "This password is among the first that anybody would try. Some words that do not belong together make a good one."
        "Ce mot de passe est parmi les premiers que l'on essaierait. Quelques mots sans rapport en font un bon.";

}
composed {
    Malformed(String) = Malformed "malformed";
    Text(Part, TextError) = Refused "text";
    // The index of the move in a list, the match, and why its rules refuse it.
    Refused(Option<u16>, Scene, Refusal) = Refused "refused";
    // The index of the move in a list before which the game would be over.
    Ended(Option<u16>, End) = Refused "ended";
    // How many plies can be taken back.
    Takeback(usize) = Refused "takeback";
    Frozen(Option<Frozen>) = Refused "frozen";
    Setup(SetupError) = Refused "setup";
    // How many days of vacation are left.
    Vacation(u32) = Refused "vacation";
    Hand(HandError) = Refused "hand";
    Unjudged(Scene) = Refused "unjudged";
    // What is stored instead of what the client had read.
    Stale(String, Version) = Conflict "stale";
    PlanText(TextError) = Refused "plan";
    Plan(Box<PlanFault>) = Refused "plan";
    Muted(Sentence) = Forbidden "muted";
    Banned(Sentence) = Forbidden "banned";
    // In how many seconds to try again.
    Allowance(u32) = Limited "allowance";
    // The scopes of which the token has none.
    Scope(&'static [&'static str]) = Forbidden "scope";
}
}
