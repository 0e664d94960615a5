use std::convert::Infallible;

use axum::Json;
use axum::extract::Request;
use axum::http::header::{CONTENT_LENGTH, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, IntoResponseParts, Response, ResponseParts};
use entourage_kernel::{Language, Text};
use entourage_registry::view::{FailureBody, FailureView};

use super::negotiate::language;
use super::{account_failure, game_failure};
use crate::domain::account_error::AccountError;
use crate::domain::game_error::GameError;
use crate::domain::order_error::OrderError;
use crate::domain::program_error::ProgramError;
use crate::domain::writing_error::WritingError;

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
    /// The request is for another name than the server's.
    Host,
    /// The answers under way take all the memory that is for them.
    Busy,
    /// The request names no game.
    NoKey,
    /// What the request has for a key is none.
    BadKey,
    /// The body is not declared as JSON.
    MediaType,
    /// The body is too large.
    TooLarge,
    /// The body is not the JSON expected.
    Malformed(String),
    /// What was asked for is not done.
    Game(GameError),
    /// What was asked for of an account is not done.
    Account(AccountError),
    /// The address asks too much.
    Limited {
        /// In how many seconds to try again.
        seconds: u32,
    },
    /// The address offers as many games to anybody as one may.
    Offers,
    /// The request took too long.
    Slow,
    /// The server has an error.
    Internal,
}

impl Failure {
    fn status(&self) -> StatusCode {
        match self {
            Self::NoRoute | Self::NoPage => StatusCode::NOT_FOUND,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::Origin => StatusCode::FORBIDDEN,
            Self::Host => StatusCode::MISDIRECTED_REQUEST,
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Self::NoKey | Self::BadKey => StatusCode::UNAUTHORIZED,
            Self::MediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Malformed(_) => StatusCode::BAD_REQUEST,
            Self::Game(error) => game_failure::status(error),
            Self::Account(error) => account_failure::status(error),
            Self::Limited { .. } | Self::Offers => StatusCode::TOO_MANY_REQUESTS,
            Self::Slow => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Returns the word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoRoute => "no-route",
            Self::Method => "method",
            Self::NoPage => "no-page",
            Self::Origin => "origin",
            Self::Host => "host",
            Self::Busy => "busy",
            Self::NoKey => "no-key",
            Self::BadKey => "bad-key",
            Self::MediaType => "media-type",
            Self::TooLarge => "too-large",
            Self::Malformed(_) => "malformed",
            Self::Game(error) => error.code(),
            Self::Account(error) => error.code(),
            Self::Limited { .. } => "limited",
            Self::Offers => "invitations",
            Self::Slow => "slow",
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
            Self::Host => say("This server goes by another name.", "Ce serveur porte un autre nom."),
            Self::Busy => say(
                "The server has too many answers under way just now.",
                "Le serveur a trop de réponses en cours pour l'instant.",
            ),
            Self::NoKey => say(
                "The request has no key: it belongs in the Authorization header, after \"Bearer\".",
                "La requête n'a pas de clé : elle se place dans l'en-tête Authorization, après « Bearer ».",
            ),
            Self::BadKey => {
                say("This is no key: the link is damaged.", "Ce n'est pas une clé : le lien est endommagé.")
            }
            Self::MediaType => say(
                "The body must be JSON (application/json).",
                "Le corps doit être en JSON (application/json).",
            ),
            Self::TooLarge => game_failure::too_large(language),
            Self::Malformed(detail) => game_failure::malformed(detail, language),
            Self::Game(error) => game_failure::message(error, language),
            Self::Account(error) => account_failure::message(error, language),
            Self::Limited { seconds } if french => format!(
                "Votre adresse a beaucoup demandé au serveur en peu de temps. Réessayez dans {seconds} s."
            ),
            Self::Limited { seconds } => {
                format!("Your address has asked a lot of the server in a short time. Try again in {seconds} s.")
            }
            Self::Offers => say(
                "Your address offers as many games to anybody as it may. Wait until somebody takes one, or abort one.",
                "Votre adresse propose à tous autant de parties qu'elle peut. Attendez que quelqu'un en prenne une, ou annulez-en une.",
            ),
            Self::Slow => say("The request took too long.", "La requête a pris trop de temps."),
            Self::Internal => game_failure::internal(language),
        }
    }

    /// Describes it in a language, as it is told outside.
    pub fn view(&self, language: Language) -> FailureBody {
        let mut error = FailureView::new(self.code(), self.message(language));
        let mut state = None;
        if let Self::Game(game) = self {
            game_failure::detail(game, &mut error, language);
            state = game_failure::newest(game, language).map(Box::new);
        }
        FailureBody { error, state }
    }

    /// Words it upon the answer that it was, of which all else stays: other headers, and who pays for it.
    pub fn word(self, answer: Response, language: Language) -> Response {
        let (mut head, _) = answer.into_parts();
        let (worded, body) = (self.status(), Json(self.view(language))).into_response().into_parts();
        head.status = worded.status;
        head.headers.remove(CONTENT_LENGTH);
        head.headers.extend(worded.headers);
        let more = match self {
            Self::NoKey
            | Self::BadKey
            | Self::Account(AccountError::SignedOut)
            | Self::Game(GameError::Program(ProgramError::Token)) => {
                Some((WWW_AUTHENTICATE, HeaderValue::from_static("Bearer")))
            }
            Self::Offers | Self::Game(GameError::Program(ProgramError::Streams)) => {
                Some((RETRY_AFTER, HeaderValue::from_static("60")))
            }
            Self::Limited { seconds }
            | Self::Account(AccountError::Attempts { seconds })
            | Self::Game(GameError::Order(OrderError::Allowance { seconds })) => {
                Some((RETRY_AFTER, HeaderValue::from(seconds)))
            }
            Self::Slow
            | Self::Busy
            | Self::Account(AccountError::Busy)
            | Self::Game(GameError::Unavailable | GameError::Writing(WritingError::TooFast)) => {
                Some((RETRY_AFTER, HeaderValue::from_static("1")))
            }
            _ => None,
        };
        head.headers.extend(more);
        Response::from_parts(head, body)
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

impl From<AccountError> for Failure {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::Failed(error) => Self::Game(error),
            error => Self::Account(error),
        }
    }
}

impl From<GameError> for Failure {
    fn from(error: GameError) -> Self {
        Self::Game(error)
    }
}

/// Marks an answer that says itself what is wrong.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spoken;

impl IntoResponseParts for Spoken {
    type Error = Infallible;

    fn into_response_parts(self, mut response: ResponseParts) -> Result<ResponseParts, Self::Error> {
        response.extensions_mut().insert(self);
        Ok(response)
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
    if response.extensions().get::<Spoken>().is_some() {
        return response;
    }
    let failure =
        response.extensions_mut().remove::<Failure>().or_else(|| Failure::of_status(response.status()));
    match failure {
        Some(failure) => failure.word(response, language),
        None => response,
    }
}
