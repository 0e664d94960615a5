use entourage_kernel::{Language, Problem, Refusal, TextError};
use entourage_record::Version;
use entourage_registry::view::FaultView;
use entourage_registry::{HandError, SetupError};

use super::{ErrorKind, Part};
use crate::domain::{End, Frozen, MatchSnapshot, PlanFault, Sanction, Snapshot};

errors! {
worded {
    // Requests.
    NoRoute = Missing "no-route"
        "Page not found."
        "Page introuvable.";
    Method = Method "method"
        "Method not allowed."
        "Méthode non autorisée.";
    NoPage = Missing "no-page"
        "This server was built without the website; only the API under /api is available."
        "Ce serveur a été compilé sans le site ; seule l'API sous /api est disponible.";
    Origin = Forbidden "origin"
        "Requests from other sites are not allowed here."
        "Les requêtes provenant d'autres sites ne sont pas autorisées ici.";
    Host = Misdirected "host"
        "This server does not serve this host name."
        "Ce serveur ne répond pas à ce nom d'hôte.";
    AnswersBusy = Unavailable "busy"
        "The server is busy. Try again in a moment."
        "Le serveur est surchargé. Réessayez dans un instant.";
    NoKey = Unauthorized "no-key"
        "Authorization required: send a key as \"Authorization: Bearer KEY\"."
        "Autorisation requise : envoyez une clé sous la forme « Authorization: Bearer CLÉ ».";
    BadKey = Unauthorized "bad-key"
        "Invalid key: the link may be incomplete."
        "Clé non valide : le lien est peut-être incomplet.";
    MediaType = MediaType "media-type"
        "The request body must be JSON (application/json)."
        "Le corps de la requête doit être en JSON (application/json).";
    Limited { seconds: u32 } = Limited "limited"
        "Too many requests. Try again in {seconds} s."
        "Trop de requêtes. Réessayez dans {seconds} s.";
    TooManyOffers = Limited "invitations"
        "You have too many open games. Wait until one is accepted, or cancel one."
        "Vous proposez trop de parties à la fois. Attendez que l'une d'elles soit acceptée, ou annulez-en une.";
    Slow = Unavailable "slow"
        "The request timed out. Try again."
        "Le délai d'attente est dépassé. Réessayez.";
    TooLarge = TooLarge "too-large"
        "The request is too large."
        "La requête est trop volumineuse.";
    Internal = Broken "internal"
        "Something went wrong on the server. Try again later."
        "Une erreur est survenue sur le serveur. Réessayez plus tard.";

    // Games.
    NoGame = Missing "no-game"
        "Game not found."
        "Partie introuvable.";
    Watching = Forbidden "watching"
        "This link only lets you watch the game."
        "Ce lien permet seulement de regarder la partie.";
    OtherSide = Forbidden "other-side"
        "This link is for the other side."
        "Ce lien est celui de l'autre camp.";
    Turn = Forbidden "turn"
        "It is your opponent's turn."
        "C'est à votre adversaire de jouer.";
    Agreement = Forbidden "agreement"
        "Both players must agree, and your opponent has not offered this."
        "Il faut l'accord des deux joueurs, et votre adversaire ne l'a pas proposé.";
    Offered = Refused "offered"
        "You have already offered this. Your opponent can accept, decline or make a move."
        "Vous l'avez déjà proposé. Votre adversaire peut accepter, refuser ou jouer.";
    NoOffer = Refused "no-offer"
        "There is no offer to answer."
        "Il n'y a aucune proposition en cours.";
    Underway = Refused "underway"
        "The game is not over yet."
        "La partie n'est pas encore terminée.";
    Earnest = Refused "earnest"
        "A game can be aborted only before its second move. You can resign instead."
        "Une partie ne peut être annulée qu'avant son deuxième coup. Vous pouvez abandonner.";
    Often = Refused "often"
        "You cannot do this again before the next move."
        "Vous ne pouvez pas recommencer avant le prochain coup.";
    Asked = Conflict "asked"
        "Your opponent also wants to delete this game. Confirm to delete it now."
        "Votre adversaire veut aussi supprimer cette partie. Confirmez pour la supprimer maintenant.";
    Follows = Refused "follows"
        "This game can be deleted once both players have opened the rematch."
        "Cette partie pourra être supprimée quand les deux joueurs auront ouvert la revanche.";
    NoRematch = Conflict "no-rematch"
        "The players have not agreed to a rematch."
        "Les joueurs n'ont pas convenu d'une revanche.";
    Taken = Conflict "taken"
        "Someone else has already joined this game."
        "Quelqu'un d'autre a déjà rejoint cette partie.";
    NotHost = Forbidden "not-host"
        "Only the player who created the game can replace its links."
        "Seul le joueur qui a créé la partie peut en remplacer les liens.";
    Begun = Conflict "begun"
        "The game has begun, so its links can no longer be replaced."
        "La partie a commencé : ses liens ne peuvent plus être remplacés.";
    ClocksTogether = Refused "combination"
        "Clocks require two players on separate devices."
        "Les pendules nécessitent deux joueurs sur des appareils distincts.";
    KeyTogether = Refused "combination"
        "A client-generated key is allowed only if one key plays both sides."
        "Une clé générée par le client n'est admise que si une seule clé joue les deux camps.";
    KeyTaken = Conflict "taken"
        "This key is already in use."
        "Cette clé est déjà utilisée.";
    WatchedOpen = Refused "combination"
        "Only open games can be public from the start."
        "Seules les parties ouvertes à tous peuvent être publiques dès le début.";
    ChoicesLate = Refused "combination"
        "A setup cannot be combined with a starting position or moves."
        "Un choix de départ ne peut pas être combiné avec une position de départ ou des coups.";
    Players = Refused "players"
        "Each player must be a person or the computer at one of its levels."
        "Chaque joueur doit être une personne ou l'ordinateur à l'un de ses niveaux.";
    TooLong { most: usize } = Refused "too-long"
        "The game is too long: the limit is {most} events."
        "La partie est trop longue : la limite est de {most} événements.";
    Legs { most: usize } = Refused "too-long"
        "The game is too long: its manual moves can have at most {most} steps in total."
        "La partie est trop longue : ses coups manuels peuvent compter au plus {most} étapes au total.";
    Committed = Conflict "committed"
        "This player has already chosen a different setup."
        "Ce joueur a déjà fait un autre choix de départ.";
    Preparing = Refused "preparing"
        "The game begins when both players have chosen their setup."
        "La partie commence quand les deux joueurs ont fait leur choix de départ.";
    Conflict(Box<Snapshot>) = Conflict "conflict"
        "The game has changed in the meantime."
        "La partie a changé entre-temps.";
    NoMail = Refused "no-mail"
        "This server does not send e-mail."
        "Ce serveur n'envoie pas d'e-mails.";
    Address = Refused "address"
        "Enter a valid e-mail address."
        "Saisissez une adresse e-mail valide.";
    Unavailable = Unavailable "unavailable"
        "The database is not available. Try again in a moment."
        "La base de données est indisponible. Réessayez dans un instant.";
    Full = Unavailable "full"
        "The server's disk is nearly full, so no new games can be created. Games in progress can continue."
        "Le disque du serveur est presque plein : aucune nouvelle partie ne peut être créée. Les parties en cours peuvent continuer.";
    Damaged = Broken "damaged"
        "The stored game is corrupt."
        "Les données de la partie sont corrompues.";
    NoClock = Refused "no-clock"
        "No clock is running in this game."
        "Aucune pendule ne tourne dans cette partie.";
    Paused = Refused "paused"
        "The game is paused. Both players must agree to resume first."
        "La partie est en pause. Les deux joueurs doivent d'abord accepter de reprendre.";
    Going = Refused "going"
        "The game is not paused."
        "La partie n'est pas en pause.";
    FullClock = Refused "full-clock"
        "Your opponent's clock is already at the maximum."
        "La pendule de votre adversaire est déjà au maximum.";
    Announced = Refused "announced"
        "You already have a vacation scheduled. Cancel it first."
        "Vous avez déjà un congé prévu. Annulez-le d'abord.";
    NotAnnounced = Refused "not-announced"
        "You have no vacation scheduled, or it has already begun."
        "Vous n'avez pas de congé prévu, ou il a déjà commencé.";
    Ahead = Refused "ahead"
        "A vacation must begin within the next 90 days."
        "Un congé doit commencer dans les 90 jours à venir.";

    // Rule enforcement.
    InvalidEnforcement = Refused "degree"
        "Rule enforcement must be \"enforced\", \"warned\" or \"free\"."
        "L'application des règles doit être « enforced », « warned » ou « free ».";
    EnforcementComputer = Refused "degree"
        "The computer plays only with rules enforced."
        "L'ordinateur ne joue que si les règles sont appliquées.";
    EnforcementPlan = Refused "degree"
        "Conditional moves require rules to be enforced."
        "Les coups conditionnels ne sont possibles que si les règles sont appliquées.";
    Barred = Refused "barred"
        "This move was ruled illegal after a protest. Choose another one."
        "Ce coup a été jugé illégal après contestation. Choisissez-en un autre.";
    NothingToProtest = Refused "no-protest"
        "Your opponent has made no move to protest against, or it has already been checked."
        "Il n'y a aucun coup adverse à contester, ou il a déjà été vérifié.";

    // Chat, notes and conditional moves.
    Alone = Refused "alone"
        "This requires an opponent, but one key plays both sides of this game."
        "Il faut un adversaire, mais une seule clé joue les deux camps de cette partie.";
    TooFast = Limited "too-fast"
        "You are sending messages too fast. Wait a moment."
        "Vous envoyez des messages trop vite. Patientez un instant.";
    // The stored notes or conditional moves, and their version.
    Stale(String, Version) = Conflict "stale"
        "This has been changed in another tab or on another device."
        "Ce contenu a été modifié dans un autre onglet ou sur un autre appareil.";
    TooMuch = Refused "too-much"
        "You have reached the limit of chat messages in this game."
        "Vous avez atteint le nombre maximal de messages dans cette partie.";
    OwnTurn = Refused "own-turn"
        "It is your turn. Conditional moves can be set only while your opponent is to move."
        "C'est à vous de jouer. Les coups conditionnels se préparent pendant le tour de votre adversaire.";
    NoText = Refused "words"
        "Enter some text."
        "Saisissez un texte.";
    LongText { most: usize } = Refused "words"
        "The text can have at most {most} characters."
        "Le texte ne peut pas dépasser {most} caractères.";
    UnwrittenText = Refused "words"
        "The text contains a character that is not allowed, such as a control character."
        "Le texte contient un caractère non autorisé, par exemple un caractère de contrôle.";

    // Ratings.
    RatedGuest = Forbidden "guest"
        "Sign in to play rated games."
        "Connectez-vous pour jouer des parties classées.";
    RatedOneself = Forbidden "oneself"
        "You cannot play against yourself."
        "Vous ne pouvez pas jouer contre vous-même.";
    RatedClosed = Refused "rated"
        "A rated game must be open to everyone: a link could reach someone without an account."
        "Une partie classée doit être ouverte à tous : un lien pourrait parvenir à quelqu'un sans compte.";
    RatedEnforcement = Refused "rated"
        "Only games with rules enforced can be rated."
        "Seules les parties où les règles sont appliquées peuvent être classées.";
    RatedStart = Refused "rated"
        "Only games from the standard starting position can be rated."
        "Seules les parties qui partent de la position initiale peuvent être classées.";
    RatedPace = Refused "rated"
        "Only games with clocks can be rated."
        "Seules les parties avec pendule peuvent être classées.";
    Unlisted = Refused "unlisted"
        "Games written by users can be rated once a moderator has approved them."
        "Les jeux écrits par des utilisateurs peuvent être classés une fois approuvés par un modérateur.";
    RatedSeats = Refused "rated"
        "Seats in rated games cannot be transferred."
        "Les places d'une partie classée ne peuvent pas être cédées.";

    // Opponents.
    NoOpponent = Refused "nobody"
        "No player has this name."
        "Aucun joueur ne porte ce nom.";
    ChallengeGuest = Forbidden "guest"
        "Sign in to challenge a player."
        "Connectez-vous pour défier un joueur.";
    OwnSeek = Forbidden "oneself"
        "You cannot play against yourself."
        "Vous ne pouvez pas jouer contre vous-même.";
    OtherChallenge = Forbidden "challenge"
        "This challenge is for another player."
        "Ce défi s'adresse à un autre joueur.";
    SeekRange = Forbidden "range"
        "Your rating is outside the range that this player accepts."
        "Votre classement est hors de la plage acceptée par ce joueur.";
    SeekBounds = Refused "range"
        "The minimum rating cannot exceed the maximum, and rating ranges apply only to rated games."
        "Le classement minimal ne peut pas dépasser le maximal, et la plage n'est possible que pour les parties classées.";
    TooManySeeks = Refused "seeks"
        "You already have too many open seeks. Withdraw one of them."
        "Vous avez déjà trop de défis ouverts. Annulez-en un.";
    NoSeek = Missing "unknown"
        "This seek is no longer open."
        "Ce défi n'est plus ouvert.";

    // Tournaments.
    NoTournament = Missing "unknown"
        "Tournament not found."
        "Tournoi introuvable.";
    NoEntrant = Missing "no-person"
        "No player with this name is in the tournament."
        "Aucun joueur de ce nom ne participe au tournoi.";
    TournamentClosed = Conflict "closed"
        "This is no longer possible at this stage of the tournament."
        "Ce n'est plus possible à ce stade du tournoi.";
    TournamentFull = Conflict "full-tournament"
        "This tournament is full."
        "Ce tournoi est complet.";
    TournamentRange = Forbidden "range"
        "Your rating is outside the range that this tournament accepts."
        "Votre classement est hors de la plage acceptée par ce tournoi.";
    NotOrganiser = Forbidden "not-organiser"
        "Only the tournament's organiser can do this."
        "Seul l'organisateur du tournoi peut faire cela.";
    TooFewEntrants = Conflict "few"
        "A tournament needs at least two players."
        "Un tournoi nécessite au moins deux joueurs.";
    TooManyTournaments = Refused "tournaments"
        "You, or others on your network, have too many tournaments open. Finish or cancel one of them."
        "Vous ou d'autres personnes de votre réseau organisez trop de tournois à la fois. Terminez-en ou annulez-en un.";
    TournamentTerms = Refused "terms"
        "A tournament must begin within a year and allow 2 to 1,000 players (at most 50 in a round robin). The minimum rating cannot exceed the maximum, and rating ranges require a time control that can be rated."
        "Un tournoi doit commencer dans l'année et accueillir de 2 à 1 000 joueurs (50 au plus pour un toutes rondes). Le classement minimal ne peut pas dépasser le maximal, et une plage de classement nécessite une cadence qui peut être classée.";
    TournamentLength = Refused "length"
        "A Swiss tournament has 1 to 50 rounds, and an arena lasts 5 to 720 minutes. Do not specify a length for a round robin."
        "Un système suisse compte de 1 à 50 rondes, et une arène dure de 5 à 720 minutes. N'indiquez pas de durée pour un toutes rondes.";
    TournamentPace = Refused "pace"
        "Tournaments require clocks, and arenas also require real-time games."
        "Les tournois se jouent à la pendule, et les arènes seulement en temps réel.";
    ByeRound = Conflict "round"
        "Byes are possible only for future rounds of a Swiss tournament, and for at most half of them."
        "Un bye n'est possible que pour une ronde à venir d'un tournoi suisse, et pour la moitié des rondes au plus.";
    TournamentChanged = Conflict "changed"
        "The tournament has changed in the meantime. Try again."
        "Le tournoi a changé entre-temps. Réessayez.";

    // Studies.
    NoStudy = Missing "no-study"
        "Study not found."
        "Étude introuvable.";
    StudyRole = Forbidden "study-role"
        "Your role in this study does not allow this."
        "Votre rôle dans cette étude ne le permet pas.";
    CommentAuthor = Forbidden "comment-author"
        "Only the author and the owner of the study can delete this comment."
        "Seuls l'auteur et le propriétaire de l'étude peuvent supprimer ce commentaire.";
    TooManyStudies = Refused "studies"
        "You have reached the limit of studies. Delete one of them."
        "Vous avez atteint le nombre maximal d'études. Supprimez-en une.";
    TooManyMembers = Refused "members"
        "This study has too many members. Remove one of them."
        "Cette étude a trop de membres. Retirez-en un.";
    StudyFull { most: usize } = Refused "study-full"
        "The study has reached a limit ({most})."
        "L'étude a atteint une limite ({most}).";
    NoChapter = Conflict "no-chapter"
        "This chapter does not exist."
        "Ce chapitre n'existe pas.";
    NoNode = Conflict "no-node"
        "This move is not in the chapter."
        "Ce coup ne figure pas dans le chapitre.";
    EditTaken = Conflict "edit-taken"
        "This ID is already in use."
        "Cet identifiant est déjà utilisé.";
    SameMove = Conflict "same-move"
        "The same move has been added again since it was deleted."
        "Le même coup a été ajouté de nouveau depuis sa suppression.";
    StudyBusy = Unavailable "busy"
        "Many people are editing this study. Try again in a moment."
        "De nombreuses personnes modifient cette étude. Réessayez dans un instant.";

    // Game definitions.
    NoDefinition = Missing "no-definition"
        "Game definition not found."
        "Définition de jeu introuvable.";
    Licence = Refused "licence"
        "This licence is not available."
        "Cette licence n'est pas proposée.";
    Faults(Vec<FaultView>) = Refused "faults"
        "The game definition has errors."
        "La définition du jeu comporte des erreurs.";
    DefinitionTaken(String) = Conflict "taken"
        "Someone else has already submitted this exact definition. You can play it."
        "Quelqu'un d'autre a déjà déposé exactement cette définition. Vous pouvez y jouer.";
    TooManyDefinitions = Refused "too-many"
        "You have reached the limit of submitted games."
        "Vous avez atteint le nombre maximal de jeux déposés.";
    NotAuthor = Forbidden "not-author"
        "Only the author can do this."
        "Seul l'auteur peut faire cela.";
    NoOrigin = Refused "no-origin"
        "The game on which this one is based is not public."
        "Le jeu sur lequel celui-ci est basé n'est pas public.";
    Withdrawn = Refused "withdrawn"
        "The author has withdrawn this game. Games in progress continue, but new ones cannot be started."
        "L'auteur a retiré ce jeu. Les parties en cours continuent, mais il n'est plus possible d'en commencer.";
    Hidden = Refused "hidden"
        "The operator of this server has hidden this game. Games in progress continue, but new ones cannot be started."
        "L'administrateur du serveur a masqué ce jeu. Les parties en cours continuent, mais il n'est plus possible d'en commencer.";
    Unanswered(Vec<FaultView>) = Refused "unanswered"
        "Resolve the warnings before publishing: fix each line, or add \"# meant: CODE\" at its end."
        "Résolvez les avertissements avant de publier : corrigez chaque ligne, ou ajoutez « # meant: CODE » à la fin.";
    Disagreement { position: String } = Refused "disagreement"
        "Two implementations of these rules disagree about the position {position}. Please report this."
        "Deux implémentations de ces règles divergent pour la position {position}. Merci de le signaler.";
    TooSlow = Refused "too-slow"
        "The server takes too long to play this game, so it cannot be published."
        "Ce jeu demande trop de temps de calcul au serveur : il ne peut pas être publié.";
    WorkshopBusy = Unavailable "busy"
        "Other games are being checked. Try again in a moment."
        "D'autres jeux sont en cours de vérification. Réessayez dans un instant.";

    // Moderation.
    Blocked = Forbidden "blocked"
        "This player has blocked you."
        "Ce joueur vous a bloqué.";
    TooManyTies = Refused "ties"
        "You have reached the limit of followed or blocked players."
        "Vous avez atteint le nombre maximal de joueurs suivis ou bloqués.";
    Role = Forbidden "role"
        "Only moderators can do this."
        "Seuls les modérateurs peuvent faire cela.";
    Rank = Forbidden "rank"
        "This account has the same role as you or a higher one. Ask the server's operator."
        "Ce compte a le même rôle que vous, ou un rôle supérieur. Adressez-vous à l'administrateur du serveur.";
    Concerned = Forbidden "concerned"
        "This concerns you, your accounts or your games. Another moderator must decide; this attempt has been logged."
        "Cela concerne votre personne, vos comptes ou vos parties. Un autre modérateur doit décider ; cette tentative a été consignée.";
    NoPerson = Missing "no-person"
        "Player not found."
        "Joueur introuvable.";
    NoComplaint = Missing "no-complaint"
        "Report not found, or already closed."
        "Signalement introuvable ou déjà clos.";
    AboutOneself = Refused "oneself"
        "You cannot do this to yourself."
        "Vous ne pouvez pas faire cela à vous-même.";
    TooManyComplaints = Refused "complaints"
        "You have too many open reports. Wait until some have been reviewed."
        "Vous avez trop de signalements ouverts. Attendez que certains aient été traités.";
    Unrestrained = Conflict "unrestrained"
        "This account has no such sanction to lift."
        "Ce compte ne fait l'objet d'aucune sanction de ce type.";
    Listed = Conflict "listed"
        "This game already has this approval status."
        "Ce jeu a déjà ce statut d'approbation.";
    Unshown = Refused "not-shown"
        "Only public games can be approved for rated games."
        "Seuls les jeux publics peuvent être approuvés pour les parties classées.";

    // The bot API.
    BadToken = Unauthorized "bad-token"
        "Invalid or revoked token."
        "Jeton non valide ou révoqué.";
    TooManyTokens = Refused "tokens"
        "Your account has too many tokens. Revoke one of them."
        "Votre compte a trop de jetons. Révoquez-en un.";
    TokenName = Refused "token-name"
        "A token's name must have 1 to 60 characters."
        "Le nom d'un jeton doit compter de 1 à 60 caractères.";
    TokenScopes = Refused "scopes"
        "Choose at least one valid scope for the token."
        "Choisissez au moins une autorisation valide pour le jeton.";
    IsBot = Forbidden "bot"
        "Bots can only challenge players or be challenged; they cannot accept open games."
        "Les bots peuvent seulement défier ou être défiés ; ils ne peuvent pas accepter de parties ouvertes.";
    NotBot = Forbidden "not-bot"
        "This is not a bot account."
        "Ce compte n'est pas celui d'un bot.";
    HasPlayed = Conflict "played"
        "This account has already played games. Create a new account for your bot."
        "Ce compte a déjà joué des parties. Créez un nouveau compte pour votre bot.";
    TooManyStreams = Limited "streams"
        "This account has too many open streams. Close one of them."
        "Ce compte a trop de flux ouverts. Fermez-en un.";
    ChallengeTerms = Refused "terms"
        "Unsupported clock, colour or starting position."
        "Pendule, couleur ou position initiale non prise en charge.";

    // Notifications.
    NoPush = Refused "no-push"
        "This server does not send push notifications."
        "Ce serveur n'envoie pas de notifications push.";
    PushEndpoint = Refused "endpoint"
        "This browser's push service is not supported."
        "Le service de notifications push de ce navigateur n'est pas pris en charge.";
    PushKeys = Refused "keys"
        "The browser's push keys are not valid."
        "Les clés de notification du navigateur ne sont pas valides.";

    // Accounts.
    SignedOut = Unauthorized "signed-out"
        "You are not signed in."
        "Vous n'êtes pas connecté.";
    Credentials = Forbidden "credentials"
        "Wrong name or password."
        "Nom ou mot de passe incorrect.";
    Ways = Refused "ways"
        "Use exactly one of: password, recovery code or passkey."
        "Utilisez un seul moyen : mot de passe, code de secours ou clé d'accès.";
    Attempts { seconds: u32 } = Limited "attempts"
        "Too many sign-in attempts for this name. Try again in {seconds} s, or use a passkey."
        "Trop de tentatives de connexion pour ce nom. Réessayez dans {seconds} s, ou utilisez une clé d'accès.";
    NameTaken = Conflict "name-taken"
        "This name, or one that looks like it, is already taken."
        "Ce nom, ou un nom qui lui ressemble, est déjà pris.";
    Unproven = Forbidden "prove"
        "Confirm your identity with your password or passkey."
        "Confirmez votre identité avec votre mot de passe ou votre clé d'accès.";
    LastWay = Conflict "last-way"
        "This is your only way to sign in. Add another one first."
        "C'est votre seul moyen de connexion. Ajoutez-en d'abord un autre.";
    Passkey = Refused "passkey"
        "The passkey was not accepted, or the request expired. Try again."
        "La clé d'accès n'a pas été acceptée, ou la demande a expiré. Réessayez.";
    PasskeyTaken = Refused "passkeys"
        "This passkey is already registered, or your account has too many of them."
        "Cette clé d'accès est déjà enregistrée, ou votre compte en a trop.";
    NoPasskeys = Refused "no-passkeys"
        "Passkeys require a host name and a secure connection, which this server does not have."
        "Les clés d'accès nécessitent un nom d'hôte et une connexion sécurisée, dont ce serveur ne dispose pas.";
    Link = Missing "link"
        "This link has already been used or has expired. Request a new one."
        "Ce lien a déjà été utilisé ou a expiré. Demandez-en un nouveau.";
    NotYours = Missing "unknown"
        "Your account has no such item."
        "Votre compte ne contient pas cet élément.";
    AccountChanged = Conflict "changed"
        "Your account has changed in the meantime. Reload and try again."
        "Votre compte a changé entre-temps. Rechargez la page et réessayez.";
    AccountsBusy = Unavailable "busy"
        "Many people are signing in right now. Try again in a moment."
        "Beaucoup de personnes se connectent en ce moment. Réessayez dans un instant.";
    NameLength = Refused "name"
        "A name must have 2 to 24 characters."
        "Un nom doit compter de 2 à 24 caractères.";
    NameLetters = Refused "name"
        "A name can contain letters and digits, with single spaces, hyphens, dots or apostrophes between them."
        "Un nom peut contenir des lettres et des chiffres, séparés par un espace, un tiret, un point ou une apostrophe.";
    NameScripts = Refused "name"
        "A name must use a single script, so that it cannot imitate another name."
        "Un nom doit utiliser un seul alphabet, afin de ne pas pouvoir en imiter un autre.";
    NameReserved = Refused "name"
        "This name is reserved."
        "Ce nom est réservé.";
    // Puzzles.
    NoPuzzle = Missing "no-puzzle"
        "Puzzle not found."
        "Problème introuvable.";
    TooManyPuzzles = Refused "puzzles"
        "You have reached the limit of puzzles. Delete one of them."
        "Vous avez atteint le nombre maximal de problèmes. Supprimez-en un.";
    PrivateGame = Refused "private-game"
        "This game is not public. Publish the game first."
        "Ce jeu n'est pas public. Publiez d'abord le jeu.";

    PasswordShort = Refused "password"
        "A password must have at least 8 characters."
        "Un mot de passe doit compter au moins 8 caractères.";
    PasswordLong = Refused "password"
        "A password can have at most 128 characters."
        "Un mot de passe peut compter au plus 128 caractères.";
    PasswordCommon = Refused "password"
        "This password is too easy to guess. Try a few unrelated words."
        "Ce mot de passe est trop facile à deviner. Essayez quelques mots sans rapport entre eux.";

}
composed {
    Malformed(String) = Malformed "malformed";
    Text(Part, TextError) = Refused "text";
    // The index of the move in a list, the game's state, and the reasons why the move is illegal.
    Refused(Option<u16>, MatchSnapshot, Refusal) = Refused "refused";
    // The index of the move in a list (the first one that follows the end of the game), and how the game ended.
    Ended(Option<u16>, End) = Refused "ended";
    // Number of plies that can be taken back.
    Takeback(usize) = Refused "takeback";
    Frozen(Option<Frozen>) = Refused "frozen";
    Setup(SetupError) = Refused "setup";
    // Remaining days of vacation.
    Vacation(u32) = Refused "vacation";
    Hand(HandError) = Refused "hand";
    // Why the game, position or move of an edit is not valid.
    StudyRules(Problem) = Conflict "study-rules";
    // Why a record cannot be read.
    Record(Problem) = Refused "record";
    Unjudged(MatchSnapshot) = Refused "unjudged";
    PlanText(TextError) = Refused "plan";
    Plan(Box<PlanFault>) = Refused "plan";
    Muted(Sanction) = Forbidden "muted";
    Banned(Sanction) = Forbidden "banned";
    // Seconds after which to try again.
    Allowance(u32) = Limited "allowance";
    // The required scopes; any one is enough.
    Scope(&'static [&'static str]) = Forbidden "scope";
}
}
