use axum::Json;
use axum::extract::Request;
use axum::http::header::{ALLOW, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use entourage_kernel::{Language, Text, TextError};
use entourage_registry::SetupError;
use entourage_registry::view::ReasonView;
use serde_json::{Map, Value, json};

use crate::degree_failure::DegreeFailure;
use crate::negotiate::language;
use crate::state::State;
use crate::talk_failure::TalkFailure;

/// Says why a request is not answered as asked; becomes JSON in the language of the request.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// Nothing has this address.
    NoRoute,
    /// The address knows other methods.
    Method,
    /// The page is not part of this build.
    NoPage,
    /// The request comes from another site's page.
    Origin,
    /// The request names no game.
    NoKey,
    /// What the request has for a key is none.
    BadKey,
    /// The key opens no game.
    NoGame,
    /// The key lets its holder look on only.
    Watching,
    /// The key plays for the other side.
    OtherSide,
    /// The other side is to move.
    Turn,
    /// Both players must agree.
    Agreement,
    /// This stands proposed already, or too much was proposed since the last move.
    Offered,
    /// Nothing is proposed.
    NoOffer,
    /// The game is not over.
    Underway,
    /// The game is too far to be aborted.
    Earnest,
    /// The players do not play again.
    NoRematch,
    /// The side is not free any more.
    Taken,
    /// Only who created a game of two people apart may replace its keys.
    NotHost,
    /// Keys are replaced before anything has happened only.
    Begun,
    /// The body is not declared as JSON.
    MediaType,
    /// The body is too large.
    TooLarge,
    /// The body is not the JSON expected.
    Malformed(String),
    /// Parts of the request do not go together.
    Combination(Text),
    /// A text cannot be read.
    Text { part: Part, error: TextError },
    /// The players do not exist.
    Players,
    /// The rules refuse the move; the sentences are in the language of the request.
    Refused { index: Option<u16>, reasons: Vec<ReasonView> },
    /// The game is over; the text says how, in the language of the request.
    Ended { index: Option<u16>, text: String },
    /// More plies than stand would be taken back.
    Takeback { standing: usize },
    /// The game has as many events as a game may have.
    TooLong { most: usize },
    /// The game can be looked at but not continued; the text says why, in the language of the request.
    Frozen(String),
    /// A player may not begin with his choice.
    Setup(SetupError),
    /// The side has committed another choice before.
    Committed,
    /// The player may not go on vacation for so long now.
    Vacation {
        /// For how many days he may.
        left: u32,
    },
    /// The players have not both chosen what they begin with.
    Preparing,
    /// The game went on otherwise meanwhile.
    Conflict(Box<State>),
    /// What hands do is not done so.
    Degree(DegreeFailure),
    /// What a player says, notes or prepares is not taken.
    Talk(TalkFailure),
    /// This server sends no e-mail.
    NoMail,
    /// This is no e-mail address that messages are sent to.
    Address,
    /// The address asks too much.
    Limited {
        /// In how many seconds to try again.
        seconds: u32,
    },
    /// The request took too long.
    Slow,
    /// The database cannot be reached just now.
    Unavailable,
    /// The stored game makes no sense.
    Damaged,
    /// The server has an error.
    Internal,
}

/// Names the part of a request that cannot be read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    /// The game's spec.
    Spec,
    /// The start position.
    Position,
    /// How fast the game is to be played.
    Pace,
    /// A move, or the one of this index in a list, which is no longer than a game.
    Move(Option<u16>),
}

impl Failure {
    fn status(&self) -> StatusCode {
        match self {
            Self::NoRoute | Self::NoPage | Self::NoGame => StatusCode::NOT_FOUND,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::Origin | Self::Watching | Self::OtherSide | Self::Turn | Self::Agreement | Self::NotHost => {
                StatusCode::FORBIDDEN
            }
            Self::NoKey | Self::BadKey => StatusCode::UNAUTHORIZED,
            Self::MediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Malformed(_) => StatusCode::BAD_REQUEST,
            Self::Conflict(_) | Self::Committed | Self::Begun | Self::Taken | Self::NoRematch => {
                StatusCode::CONFLICT
            }
            Self::Talk(failure) => failure.status(),
            Self::Limited { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Slow | Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::Damaged | Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        }
    }

    /// Returns the word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoRoute => "no-route",
            Self::Method => "method",
            Self::NoPage => "no-page",
            Self::Origin => "origin",
            Self::NoKey => "no-key",
            Self::BadKey => "bad-key",
            Self::NoGame => "no-game",
            Self::Watching => "watching",
            Self::OtherSide => "other-side",
            Self::Turn => "turn",
            Self::Agreement => "agreement",
            Self::Offered => "offered",
            Self::NoOffer => "no-offer",
            Self::Underway => "underway",
            Self::Earnest => "earnest",
            Self::NoRematch => "no-rematch",
            Self::Taken => "taken",
            Self::NotHost => "not-host",
            Self::Begun => "begun",
            Self::MediaType => "media-type",
            Self::TooLarge => "too-large",
            Self::Malformed(_) => "malformed",
            Self::Combination(_) => "combination",
            Self::Text { .. } => "text",
            Self::Players => "players",
            Self::Refused { .. } => "refused",
            Self::Ended { .. } => "ended",
            Self::Takeback { .. } => "takeback",
            Self::TooLong { .. } => "too-long",
            Self::Frozen(_) => "frozen",
            Self::Setup(_) => "setup",
            Self::Committed => "committed",
            Self::Vacation { .. } => "vacation",
            Self::Preparing => "preparing",
            Self::Conflict(_) => "conflict",
            Self::Degree(failure) => failure.code(),
            Self::Talk(failure) => failure.code(),
            Self::NoMail => "no-mail",
            Self::Address => "address",
            Self::Limited { .. } => "limited",
            Self::Slow => "slow",
            Self::Unavailable => "unavailable",
            Self::Damaged => "damaged",
            Self::Internal => "internal",
        }
    }

    fn message(&self, language: Language) -> String {
        let say = |en, fr| Text::new(en, fr).get(language).to_owned();
        let french = language == Language::French;
        match self {
            Self::NoRoute => say("There is nothing at this address.", "Il n'y a rien à cette adresse."),
            Self::Method => {
                say("This address does not know this method.", "Cette adresse ne connaît pas cette méthode.")
            }
            Self::NoPage => say(
                "This server was built without its page; the interface under /api works.",
                "Ce serveur a été construit sans sa page ; l'interface sous /api fonctionne.",
            ),
            Self::Origin => say(
                "Another site's page may not change anything here.",
                "La page d'un autre site ne peut rien changer ici.",
            ),
            Self::NoKey => say(
                "The request names no game: the key to it belongs in the Authorization header, after \"Bearer\".",
                "La requête ne nomme aucune partie : sa clé se place dans l'en-tête Authorization, après « Bearer ».",
            ),
            Self::BadKey => say(
                "This is no key to a game: the link is damaged.",
                "Ce n'est pas la clé d'une partie : le lien est endommagé.",
            ),
            Self::NoGame => say("There is no such game.", "Cette partie n'existe pas."),
            Self::Watching => say(
                "This link is to watch the game, not to play it.",
                "Ce lien permet de regarder la partie, pas de la jouer.",
            ),
            Self::OtherSide => {
                say("This link plays for the other side.", "Ce lien permet de jouer pour l'autre camp.")
            }
            Self::Turn => say("It is the other player's turn.", "C'est à l'autre joueur de jouer."),
            Self::Agreement => say(
                "Both players must agree: the other one has not proposed this.",
                "Les deux joueurs doivent être d'accord : l'autre ne l'a pas proposé.",
            ),
            Self::Offered => say(
                "This was proposed already; the other player answers, or makes a move.",
                "Cela a déjà été proposé ; à l'autre joueur de répondre, ou de jouer un coup.",
            ),
            Self::NoOffer => say("Nothing is proposed.", "Rien n'est proposé."),
            Self::Underway => say("The game is not over yet.", "La partie n'est pas encore finie."),
            Self::Earnest => say(
                "A game is aborted before its second move only; after that it is resigned.",
                "Une partie s'annule avant son deuxième coup seulement ; ensuite, on l'abandonne.",
            ),
            Self::NoRematch => {
                say("The players have not agreed to play again.", "Les joueurs n'ont pas décidé de rejouer.")
            }
            Self::Taken => say(
                "Somebody was faster: this side is taken.",
                "Quelqu'un a été plus rapide : ce camp est pris.",
            ),
            Self::NotHost => say(
                "Only the player who created the game may replace its links.",
                "Seul le joueur qui a créé la partie peut en remplacer les liens.",
            ),
            Self::Begun => say(
                "The game has begun: its links cannot be replaced any more.",
                "La partie a commencé : ses liens ne peuvent plus être remplacés.",
            ),
            Self::MediaType => say(
                "The body must be JSON (application/json).",
                "Le corps doit être en JSON (application/json).",
            ),
            Self::TooLarge => say("The request is too large.", "La requête est trop grande."),
            Self::Malformed(detail) if french => format!("La requête est mal formée. Détail : {detail}"),
            Self::Malformed(detail) => format!("The request is malformed. {detail}"),
            Self::Combination(text) => text.get(language).to_owned(),
            Self::Text { part, error } => unreadable(*part, error, language),
            Self::Players => say(
                "A player is a person or the computer at one of its levels.",
                "Un joueur est une personne ou l'ordinateur à l'un de ses niveaux.",
            ),
            Self::Refused { index, reasons } => {
                let sentences: Vec<&str> = reasons.iter().map(|reason| reason.sentence.as_str()).collect();
                format!("{}{}", numbered(*index, language), sentences.join(" "))
            }
            Self::Ended { index, text } => format!("{}{text}", numbered(*index, language)),
            Self::Takeback { standing: 0 } => {
                say("There is no move to take back.", "Il n'y a aucun coup à reprendre.")
            }
            Self::Takeback { standing } if french => format!("On peut reprendre de 1 à {standing} coups."),
            Self::Takeback { standing } => format!("From 1 to {standing} moves can be taken back."),
            Self::TooLong { most } if french => {
                format!("La partie est trop longue : le serveur garde au plus {most} événements.")
            }
            Self::TooLong { most } => format!("The game is too long: the server keeps at most {most} events."),
            Self::Frozen(text) => text.clone(),
            Self::Setup(error) => error.sentence(language),
            Self::Committed => say(
                "This player has committed another choice before.",
                "Ce joueur a déjà validé un autre choix.",
            ),
            Self::Vacation { left: 0 } => say(
                "A player with days of vacation left takes them when it is his turn and his clock runs.",
                "Un joueur à qui il reste des jours de congé les prend à son tour de jouer, quand sa pendule tourne.",
            ),
            Self::Vacation { left } if french => format!("On peut prendre de 1 à {left} jours de congé."),
            Self::Vacation { left } => format!("From 1 to {left} days of vacation can be taken."),
            Self::Preparing => say(
                "The game begins when both players have chosen.",
                "La partie commence quand les deux joueurs ont choisi.",
            ),
            Self::Conflict(_) => {
                say("The game went on otherwise meanwhile.", "La partie a continué autrement entre-temps.")
            }
            Self::Degree(failure) => failure.message(language),
            Self::Talk(failure) => failure.message(language),
            Self::NoMail => say("This server sends no e-mail.", "Ce serveur n'envoie pas de courriels."),
            Self::Address => say("This is no e-mail address.", "Ce n'est pas une adresse de courriel."),
            Self::Limited { seconds } if french => format!(
                "Votre adresse a beaucoup demandé au serveur en peu de temps. Réessayez dans {seconds} s."
            ),
            Self::Limited { seconds } => {
                format!("Your address has asked a lot of the server in a short time. Try again in {seconds} s.")
            }
            Self::Slow => say("The request took too long.", "La requête a pris trop de temps."),
            Self::Unavailable => say(
                "The server cannot reach its database just now.",
                "Le serveur n'a pas accès à sa base de données pour l'instant.",
            ),
            Self::Damaged => say("The stored game is damaged.", "La partie conservée est endommagée."),
            Self::Internal => say("The server has an error.", "Le serveur a rencontré une erreur."),
        }
    }

    /// Returns the answer's body.
    pub fn to_json(&self, language: Language) -> Value {
        let mut error = Map::new();
        error.insert("code".into(), self.code().into());
        error.insert("message".into(), self.message(language).into());
        match self {
            Self::Text { part, error: text } => {
                error.insert("part".into(), part.code().into());
                tell_place(&mut error, text, text.at, language);
            }
            Self::Setup(setup) => {
                error.insert("reason".into(), setup.code().into());
                error.insert("cards".into(), setup.cards().into());
                if let SetupError::Text(text) = setup {
                    tell_place(&mut error, text, text.at, language);
                }
            }
            Self::Refused { reasons, .. } => {
                error.insert("reasons".into(), json!(reasons));
            }
            Self::Degree(failure) => failure.detail(&mut error, language),
            Self::Talk(failure) => failure.detail(&mut error, language),
            _ => {}
        }
        if let Self::Text { part: Part::Move(Some(index)), .. }
        | Self::Refused { index: Some(index), .. }
        | Self::Ended { index: Some(index), .. } = self
        {
            error.insert("index".into(), (*index).into());
        }
        match self {
            Self::Conflict(state) => json!({ "error": error, "state": state }),
            _ => json!({ "error": error }),
        }
    }

    /// Finds the failure that an answer made elsewhere, in another form, stands for.
    fn of_status(status: StatusCode) -> Option<Self> {
        match status {
            StatusCode::NOT_FOUND => Some(Self::NoRoute),
            StatusCode::METHOD_NOT_ALLOWED => Some(Self::Method),
            StatusCode::PAYLOAD_TOO_LARGE => Some(Self::TooLarge),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Some(Self::MediaType),
            StatusCode::SERVICE_UNAVAILABLE | StatusCode::REQUEST_TIMEOUT => Some(Self::Slow),
            _ if status.is_client_error() => Some(Self::Malformed(status.to_string())),
            _ if status.is_server_error() => Some(Self::Internal),
            _ => None,
        }
    }
}

impl Part {
    fn code(self) -> &'static str {
        match self {
            Self::Spec => "spec",
            Self::Position => "position",
            Self::Pace => "pace",
            Self::Move(_) => "move",
        }
    }
}

/// Adds which token of a text is wrong, where it stands in what was sent, and why.
pub(crate) fn tell_place(error: &mut Map<String, Value>, text: &TextError, at: usize, language: Language) {
    error.insert("token".into(), text.token.clone().into());
    error.insert("at".into(), at.into());
    error.insert("problem".into(), text.problem.get(language).into());
}

fn unreadable(part: Part, error: &TextError, language: Language) -> String {
    let what = match part {
        Part::Spec => Text::new("The game cannot be read: ", "Le jeu demandé est illisible : ").get(language),
        Part::Position => {
            Text::new("The position cannot be read: ", "La position est illisible : ").get(language)
        }
        Part::Pace => Text::new("The pace cannot be read: ", "La cadence est illisible : ").get(language),
        Part::Move(None) => Text::new("The move cannot be read: ", "Le coup est illisible : ").get(language),
        Part::Move(index) => &numbered(index, language),
    };
    format!("{what}{}.", error.message(language))
}

/// Says which move of a list is meant.
fn numbered(index: Option<u16>, language: Language) -> String {
    match (index, language) {
        (None, _) => String::new(),
        (Some(index), Language::English) => format!("Move {}: ", index + 1),
        (Some(index), Language::French) => format!("Coup {} : ", index + 1),
    }
}

impl From<DegreeFailure> for Failure {
    fn from(failure: DegreeFailure) -> Self {
        Self::Degree(failure)
    }
}

impl From<TalkFailure> for Failure {
    fn from(failure: TalkFailure) -> Self {
        Self::Talk(failure)
    }
}

/// Leaves the failure to [`speak`], which knows the language of the request.
impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// Puts every failure into JSON in the language of the request, those of layers that know no JSON included.
pub(crate) async fn speak(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let language = language(&parts);
    let mut response = next.run(Request::from_parts(parts, body)).await;
    let failure =
        response.extensions_mut().remove::<Failure>().or_else(|| Failure::of_status(response.status()));
    let Some(failure) = failure else { return response };
    let mut spoken = (failure.status(), Json(failure.to_json(language))).into_response();
    if let Some(methods) = response.headers().get(ALLOW) {
        spoken.headers_mut().insert(ALLOW, methods.clone());
    }
    match failure {
        Failure::NoKey | Failure::BadKey => {
            spoken.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))
        }
        Failure::Limited { seconds } => spoken.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds)),
        Failure::Slow | Failure::Unavailable | Failure::Talk(TalkFailure::TooFast) => {
            spoken.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"))
        }
        _ => None,
    };
    spoken
}
