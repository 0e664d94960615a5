//! How it is answered what is not done because of ratings.

use axum::http::StatusCode;
use entourage_kernel::{Language, Text};

use crate::domain::rating_error::RatingError;

/// Returns the status of the answer.
pub(super) fn status(error: RatingError) -> StatusCode {
    match error {
        RatingError::Guest | RatingError::Oneself => StatusCode::FORBIDDEN,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

/// Says for people what is wrong.
pub(super) fn message(error: RatingError, language: Language) -> String {
    let text = match error {
        RatingError::Guest => Text::new(
            "Rated games are for those who are signed in.",
            "Les parties classées sont pour les personnes connectées.",
        ),
        RatingError::Oneself => {
            Text::new("Nobody plays against themselves here.", "Personne ne joue contre soi-même ici.")
        }
        RatingError::Closed => Text::new(
            "A rated game is one that anybody may take: a link could reach somebody without an account.",
            "Une partie classée est ouverte à tous : un lien pourrait arriver chez quelqu'un sans compte.",
        ),
        RatingError::Degree => Text::new(
            "Only games whose rules are enforced are rated.",
            "Seules les parties dont les règles sont appliquées sont classées.",
        ),
        RatingError::Start => Text::new(
            "Only games from their usual start are rated.",
            "Seules les parties qui commencent au départ habituel sont classées.",
        ),
        RatingError::Pace => {
            Text::new("Only games with clocks are rated.", "Seules les parties avec pendule sont classées.")
        }
        RatingError::Unlisted => Text::new(
            "Games that somebody wrote are rated once a moderator has listed them.",
            "Les jeux écrits par quelqu'un sont classés quand un modérateur les a inscrits.",
        ),
        RatingError::Seats => Text::new(
            "The game is rated: its seats stay with those who have them.",
            "La partie est classée : ses places restent à qui les a.",
        ),
    };
    text.get(language).to_owned()
}
