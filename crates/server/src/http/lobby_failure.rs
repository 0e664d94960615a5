//! How it is answered what is not done for those who look for an opponent.

use axum::http::StatusCode;
use entourage_kernel::{Language, Text};

use crate::domain::lobby_error::LobbyError;

/// Returns the status of the answer.
pub(super) fn status(error: LobbyError) -> StatusCode {
    match error {
        LobbyError::Guest | LobbyError::Own | LobbyError::Other | LobbyError::Range => StatusCode::FORBIDDEN,
        LobbyError::Bounds | LobbyError::Nobody | LobbyError::Many => StatusCode::UNPROCESSABLE_ENTITY,
        LobbyError::Unknown => StatusCode::NOT_FOUND,
    }
}

/// Says for people what is wrong.
pub(super) fn message(error: LobbyError, language: Language) -> String {
    let text = match error {
        LobbyError::Nobody => Text::new("Nobody has this name here.", "Personne ne porte ce nom ici."),
        LobbyError::Guest => {
            Text::new("Who challenges somebody is signed in.", "Pour défier quelqu'un, il faut être connecté.")
        }
        LobbyError::Own => {
            Text::new("Nobody plays against themselves here.", "Personne ne joue contre soi-même ici.")
        }
        LobbyError::Other => {
            Text::new("This challenge is for somebody else.", "Ce défi s'adresse à quelqu'un d'autre.")
        }
        LobbyError::Range => Text::new(
            "This player looks for an opponent of another strength.",
            "Ce joueur cherche un adversaire d'une autre force.",
        ),
        LobbyError::Bounds => Text::new(
            "The lowest rating is not above the highest, and there are bounds in rated games only.",
            "Le classement le plus bas ne dépasse pas le plus haut, et il n'y a de bornes que dans les parties classées.",
        ),
        LobbyError::Many => Text::new(
            "So many of your games wait for an opponent already: withdraw one of them.",
            "Tant de vos parties attendent déjà un adversaire : retirez-en une.",
        ),
        LobbyError::Unknown => {
            Text::new("Nobody looks for this game any more.", "Plus personne ne cherche cette partie.")
        }
    };
    text.get(language).to_owned()
}
