//! Error responses: status, headers, message and details.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::response::{IntoResponseParts, ResponseParts};
use entourage_kernel::{Text, TextError};
use entourage_registry::view::{FailureBody, FailureView, Judgement, ReasonView};
use entourage_registry::{CourierError, HandError, SetupError};
use entourage_scoresheet::date_of;

use super::negotiate::language;
use super::state::state_of;
use crate::domain::{ErrorKind, Part, PlanFault, PlanProblem, Sanction, Snapshot};
use crate::http::prelude::*;
use crate::wording;

impl Error {
    fn status(&self) -> StatusCode {
        match self.kind() {
            ErrorKind::Malformed => StatusCode::BAD_REQUEST,
            ErrorKind::Unauthorized => StatusCode::UNAUTHORIZED,
            ErrorKind::Forbidden => StatusCode::FORBIDDEN,
            ErrorKind::Missing => StatusCode::NOT_FOUND,
            ErrorKind::Method => StatusCode::METHOD_NOT_ALLOWED,
            ErrorKind::Conflict => StatusCode::CONFLICT,
            ErrorKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            ErrorKind::MediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ErrorKind::Misdirected => StatusCode::MISDIRECTED_REQUEST,
            ErrorKind::Refused => StatusCode::UNPROCESSABLE_ENTITY,
            ErrorKind::Limited => StatusCode::TOO_MANY_REQUESTS,
            ErrorKind::Broken => StatusCode::INTERNAL_SERVER_ERROR,
            ErrorKind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    fn message(&self, language: Language) -> String {
        self.sentence(language).unwrap_or_else(|| composed(self, language))
    }

    /// Returns the JSON body for clients; after a conflict it includes the game's state.
    pub fn view(&self, language: Language) -> FailureBody {
        let mut error = FailureView::new(self.code(), self.message(language));
        detail(self, &mut error, language);
        let state = match self {
            Self::Conflict(snapshot) => Some(Box::new(state_of(Snapshot::clone(snapshot), language))),
            _ => None,
        };
        FailureBody { error, state }
    }

    /// Replaces the status and body of `answer` with those of the error; unrelated headers are kept.
    pub fn word(self, answer: Response, language: Language) -> Response {
        let (mut head, _) = answer.into_parts();
        let (worded, body) = (self.status(), Json(self.view(language))).into_response().into_parts();
        head.status = worded.status;
        head.headers.remove(CONTENT_LENGTH);
        head.headers.extend(worded.headers);
        let more = match self {
            Self::NoKey | Self::BadKey | Self::SignedOut | Self::BadToken => {
                Some((WWW_AUTHENTICATE, HeaderValue::from_static("Bearer")))
            }
            Self::TooManyOffers | Self::TooManyStreams => Some((RETRY_AFTER, HeaderValue::from_static("60"))),
            Self::Limited { seconds } | Self::Attempts { seconds } | Self::Allowance(seconds) => {
                Some((RETRY_AFTER, HeaderValue::from(seconds)))
            }
            Self::Slow
            | Self::AnswersBusy
            | Self::AccountsBusy
            | Self::StudyBusy
            | Self::Unavailable
            | Self::TooFast => Some((RETRY_AFTER, HeaderValue::from_static("1"))),
            _ => None,
        };
        head.headers.extend(more);
        Response::from_parts(head, body)
    }

    /// Returns the error for a status set by a layer that does not write JSON.
    fn of_status(status: StatusCode) -> Option<Self> {
        match status {
            StatusCode::NOT_FOUND => Some(Self::NoRoute),
            StatusCode::METHOD_NOT_ALLOWED => Some(Self::Method),
            StatusCode::PAYLOAD_TOO_LARGE => Some(Self::TooLarge),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Some(Self::MediaType),
            StatusCode::SERVICE_UNAVAILABLE | StatusCode::REQUEST_TIMEOUT => Some(Self::Slow),
            _ if status.is_client_error() => Some(Self::malformed(status.to_string())),
            _ if status.is_server_error() => Some(Self::Internal),
            _ => None,
        }
    }
}

/// Composes a message that is not in the table of error messages.
fn composed(error: &Error, language: Language) -> String {
    let say = |en: String, fr: String| Text::made(en, fr).get(language).to_owned();
    match error {
        Error::Malformed(detail) => {
            say(format!("Malformed request: {detail}"), format!("Requête mal formée : {detail}"))
        }
        Error::Text(part, error) => unreadable(*part, error, language),
        Error::Refused(index, scene, refusal) => {
            let reasons = scene.ask(|live| live.refusal_sentences(refusal, language));
            numbered(*index).get(language).to_owned() + &sentences(&reasons)
        }
        Error::Ended(index, end) => numbered(*index).get(language).to_owned() + &wording::over(end, language),
        Error::Takeback(0) => {
            say("There is no move to take back.".into(), "Il n'y a aucun coup à reprendre.".into())
        }
        Error::Takeback(plies) => say(
            format!("You cannot take back that many moves (maximum: {plies})."),
            format!("Vous ne pouvez pas reprendre autant de coups (maximum : {plies})."),
        ),
        Error::Frozen(frozen) => {
            frozen.as_ref().map_or_else(String::new, |frozen| wording::frozen(frozen, language))
        }
        Error::Setup(error) => error.sentence(language),
        Error::Vacation(0) => say(
            "You can go on vacation only on your turn, while your clock is running and you have vacation days left. You can also schedule a vacation.".into(),
            "Vous ne pouvez prendre un congé qu'à votre tour, quand votre pendule tourne et qu'il vous reste des jours de congé. Vous pouvez aussi programmer un congé.".into(),
        ),
        Error::Vacation(days) => say(
            format!("You do not have that many vacation days (remaining: {days})."),
            format!("Vous ne disposez pas d'autant de jours de congé (restants : {days})."),
        ),
        Error::Hand(hand) => {
            let problem = hand.problem();
            say(
                format!("The move was not accepted: {}.", problem.get(Language::English)),
                format!("Le coup n'a pas été accepté : {}.", problem.get(Language::French)),
            )
        }
        Error::StudyRules(problem) => say(
            format!("The edit was not accepted: {}", problem.get(Language::English)),
            format!("La modification n'a pas été acceptée : {}", problem.get(Language::French)),
        ),
        Error::Record(problem) => say(
            format!("The record cannot be read: {}", problem.get(Language::English)),
            format!("L'enregistrement ne peut pas être lu : {}", problem.get(Language::French)),
        ),
        Error::Unjudged(scene) => {
            let judgement = scene.ask(|live| live.hands().and_then(|hands| hands.judge_last(language)));
            let Some(Judgement::Unknown { sentence: why }) = judgement else { return String::new() };
            say(
                format!("This move cannot be checked against the rules. {why}"),
                format!("La légalité de ce coup ne peut pas être vérifiée. {why}"),
            )
        }
        Error::PlanText(text) => format!("{}.", text.message(language)),
        Error::Plan(fault) => plan_message(fault, language),
        Error::Muted(sanction) => {
            let what = Text::new("You are muted and cannot chat", "Vous ne pouvez plus envoyer de messages");
            sanctioned(what, sanction, language)
        }
        Error::Banned(sanction) => {
            sanctioned(Text::new("This account is banned", "Ce compte est banni"), sanction, language)
        }
        Error::Allowance(seconds) => {
            let minutes = seconds.div_ceil(60);
            say(
                format!("You have reached your account's hourly limit for this. Try again in {minutes} min."),
                format!("Vous avez atteint la limite horaire de votre compte pour cette action. Réessayez dans {minutes} min."),
            )
        }
        Error::Scope(scopes) => say(
            format!("The token lacks the required scope: {}.", scopes.join(" or ")),
            format!("Il manque au jeton l'autorisation requise : {}.", scopes.join(" ou ")),
        ),
        // All other messages are in the table of error messages.
        _ => String::new(),
    }
}

fn detail(error: &Error, told: &mut FailureView, language: Language) {
    told.index = error.index();
    match error {
        Error::Text(part, error) => {
            told.part = Some(part.code());
            tell_offset(told, error, error.at, language);
        }
        Error::Setup(setup) => {
            told.reason = Some(setup.code());
            told.cards = Some(setup.cards().into_iter().map(str::to_owned).collect());
            if let SetupError::Text(error) = setup {
                tell_offset(told, error, error.at, language);
            }
        }
        Error::Refused(_, scene, refusal) => {
            told.reasons = Some(scene.ask(|live| live.refusal_sentences(refusal, language)));
        }
        Error::Hand(hand) => {
            told.reason = Some(hand.code());
            match hand {
                HandError::Legs(CourierError::Text(text)) => tell_offset(told, text, text.at, language),
                HandError::Allowed(moves) => told.moves = Some(moves.clone()),
                _ => {}
            }
        }
        Error::PlanText(text) => {
            told.reason = Some("text");
            tell_offset(told, text, text.at, language);
        }
        Error::Plan(fault) => plan_detail(fault, told, language),
        Error::Stale(text, version) => {
            told.text = Some(text.clone());
            told.version = Some(*version);
        }
        Error::Faults(faults) | Error::Unanswered(faults) => told.diagnostics = Some(faults.clone()),
        Error::DefinitionTaken(id) => told.id = Some(id.clone()),
        _ => {}
    }
}

/// Adds details of a parse error to a response: the invalid token, its offset in the input, and the problem.
fn tell_offset(told: &mut FailureView, text: &TextError, at: usize, language: Language) {
    told.token = Some(text.token.clone());
    told.at = Some(at);
    told.problem = Some(text.problem.get(language).to_owned());
}

fn unreadable(part: Part, error: &TextError, language: Language) -> String {
    let what = match part {
        Part::Spec => Text::new("Invalid game: ", "Jeu non valide : "),
        Part::Position => Text::new("Invalid position: ", "Position non valide : "),
        Part::Pace => Text::new("Invalid time control: ", "Cadence non valide : "),
        Part::Move(None) => Text::new("Invalid move: ", "Coup non valide : "),
        Part::Move(index) => numbered(index),
    };
    format!("{}{}.", what.get(language), error.message(language))
}

fn numbered(index: Option<u16>) -> Text {
    match index.map(|index| index + 1) {
        None => Text::new("", ""),
        Some(number) => Text::made(format!("Move {number}: "), format!("Coup {number} : ")),
    }
}

fn sentences(reasons: &[ReasonView]) -> String {
    let sentences: Vec<&str> = reasons.iter().map(|reason| reason.sentence.as_str()).collect();
    sentences.join(" ")
}

fn sanctioned(what: Text, Sanction { until, reason }: &Sanction, language: Language) -> String {
    let what = what.get(language);
    let date = until.map(|until| date_of(until).replace('.', "-"));
    match (date, language) {
        (None, Language::English) => format!("{what}. Reason: {reason}"),
        (None, Language::French) => format!("{what}. Motif : {reason}"),
        (Some(date), Language::English) => format!("{what} until {date} (UTC). Reason: {reason}"),
        (Some(date), Language::French) => format!("{what} jusqu'au {date} (UTC). Motif : {reason}"),
    }
}

fn plan_message(PlanFault { text, variation, problem, .. }: &PlanFault, language: Language) -> String {
    let after = match (variation.as_slice(), language) {
        ([], _) => String::new(),
        (variation, Language::English) => format!(" after {}", variation.join(" ")),
        (variation, Language::French) => format!(" après {}", variation.join(" ")),
    };
    let why = match problem {
        PlanProblem::Unreadable(error) => format!("{}.", error.problem.get(language)),
        PlanProblem::Refused(scene, refusal) => {
            sentences(&scene.ask(|live| live.refusal_sentences(refusal, language)))
        }
        fixed => {
            let (en, fr) = match fixed {
                PlanProblem::OtherTurn => ("it is the other side's turn.", "c'est à l'autre camp de jouer."),
                PlanProblem::Unfinished => ("the turn is not complete.", "le tour n'est pas terminé."),
                PlanProblem::Twice => ("this move already has a reply.", "ce coup a déjà une réponse."),
                _ => ("the game is already over.", "la partie est déjà terminée."),
            };
            Text::new(en, fr).get(language).to_owned()
        }
    };
    match language {
        Language::English => format!("\"{text}\"{after}: {why}"),
        Language::French => format!("« {text} »{after} : {why}"),
    }
}

fn plan_detail(fault: &PlanFault, told: &mut FailureView, language: Language) {
    told.line = Some(fault.variation.clone());
    told.reason = Some(fault.problem.code());
    match &fault.problem {
        PlanProblem::Unreadable(text) => return tell_offset(told, text, fault.at + text.at, language),
        PlanProblem::Refused(scene, refusal) => {
            told.reasons = Some(scene.ask(|live| live.refusal_sentences(refusal, language)));
        }
        _ => {}
    }
    told.token = Some(fault.text.clone());
    told.at = Some(fault.at);
}

/// Marks an error response that has its own body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HasErrorBody;

impl IntoResponseParts for HasErrorBody {
    type Error = Infallible;

    fn into_response_parts(self, mut response: ResponseParts) -> Result<ResponseParts, Self::Error> {
        response.extensions_mut().insert(self);
        Ok(response)
    }
}

/// Sets only the status; [`write_error_body`] writes the body in the request's language.
impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// Writes the JSON bodies of all errors, in the request's language.
pub(crate) async fn write_error_body(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let language = language(&parts);
    let mut response = next.run(Request::from_parts(parts, body)).await;
    if response.extensions().get::<HasErrorBody>().is_some() {
        return response;
    }
    let failure = response.extensions_mut().remove::<Error>().or_else(|| Error::of_status(response.status()));
    match failure {
        Some(failure) => failure.word(response, language),
        None => response,
    }
}
