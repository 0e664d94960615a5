//! How it is answered what is not done for programs.

use axum::http::StatusCode;
use entourage_kernel::{Language, Text};

use crate::domain::program_error::ProgramError;

/// Returns the status of the answer.
pub(super) fn status(error: ProgramError) -> StatusCode {
    match error {
        ProgramError::Token => StatusCode::UNAUTHORIZED,
        ProgramError::Scope(_) | ProgramError::Bot | ProgramError::NotBot => StatusCode::FORBIDDEN,
        ProgramError::Played => StatusCode::CONFLICT,
        ProgramError::Many | ProgramError::Name | ProgramError::Scopes | ProgramError::Terms => {
            StatusCode::UNPROCESSABLE_ENTITY
        }
        ProgramError::Streams => StatusCode::TOO_MANY_REQUESTS,
    }
}

/// Says it in a sentence.
pub(super) fn message(error: ProgramError, language: Language) -> String {
    let text = match error {
        ProgramError::Token => Text::new(
            "This token opens nothing: it is damaged, or was revoked.",
            "Ce jeton n'ouvre rien : il est endommagé, ou révoqué.",
        ),
        ProgramError::Scope(scopes) => {
            return match language {
                Language::English => {
                    format!("The token does not allow this; it needs {}.", scopes.join(" or "))
                }
                Language::French => {
                    format!("Le jeton ne le permet pas ; il lui faut {}.", scopes.join(" ou "))
                }
            };
        }
        ProgramError::Many => Text::new(
            "Your account has as many tokens as one may: revoke one of them.",
            "Votre compte a autant de jetons que permis : révoquez-en un.",
        ),
        ProgramError::Name => {
            Text::new("A token has a name of 1 to 60 characters.", "Un jeton a un nom de 1 à 60 caractères.")
        }
        ProgramError::Scopes => Text::new(
            "Say what the token is for: one thing at least, by its word.",
            "Dites à quoi sert le jeton : une chose au moins, par son mot.",
        ),
        ProgramError::Bot => Text::new(
            "A bot challenges people by name and is challenged; it takes no game that is offered to people.",
            "Un bot défie les gens par leur nom et se laisse défier ; il ne prend aucune partie proposée aux gens.",
        ),
        ProgramError::NotBot => Text::new("This account is no bot's.", "Ce compte n'est pas celui d'un bot."),
        ProgramError::Played => Text::new(
            "This account has played already: a bot begins with an account of its own.",
            "Ce compte a déjà joué : un bot commence avec un compte à lui.",
        ),
        ProgramError::Streams => Text::new(
            "The account has as many streams open as one may.",
            "Le compte a autant de flux ouverts que permis.",
        ),
        ProgramError::Terms => Text::new(
            "There is no such clock, side or position to begin a game with.",
            "Aucune partie ne commence avec cette pendule, ce camp ou cette position.",
        ),
    };
    text.get(language).to_owned()
}
